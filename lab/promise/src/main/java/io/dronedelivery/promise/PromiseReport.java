package io.dronedelivery.promise;

import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.localstack.option.StackBroker;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a run on one broker was like.
 *
 * @param struck what went wrong, in its order
 * @param columns of the timeline
 * @param figures by name
 */
record PromiseReport(
        StackBroker broker,
        List<Struck> struck,
        Map<String, List<Double>> columns,
        Map<String, Object> figures,
        List<Check> checks) {

    /**
     * A fault that is over.
     *
     * @param second when it began
     * @param took seconds
     * @param accepted orders by then
     * @param lines by then
     */
    record Struck(double second, double took, String kind, String what, int accepted, int lines) {}

    /** As long as the run goes on. */
    PromiseReport unfinished(String end) {
        return new PromiseReport(
                broker,
                struck,
                columns,
                figures,
                Stream.concat(checks.stream(), Stream.of(new Check(end, false, "it has not yet")))
                        .toList());
    }
}
