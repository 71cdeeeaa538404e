package io.dronedelivery.promise;

import io.dronedelivery.labreport.Check;
import io.dronedelivery.localstack.option.Broker;
import java.util.List;
import java.util.Map;

/**
 * What a run on one broker was like.
 *
 * @param struck what went wrong, in its order
 * @param columns of the timeline
 * @param figures by name
 */
record Report(
        Broker broker,
        List<Struck> struck,
        Map<String, List<Double>> columns,
        Map<String, Object> figures,
        List<Check> checks) {

    /**
     * A trouble that is over.
     *
     * @param second when it began
     * @param took seconds
     * @param accepted orders by then
     * @param lines by then
     */
    record Struck(double second, double took, String kind, String what, int accepted, int lines) {}

    boolean holds() {
        return checks.stream().allMatch(Check::holds);
    }
}
