package io.dronedelivery.lab.accounts.queuedesigns;

import io.dronedelivery.lab.accounts.queuedesigns.DesignFigures.DesignPart;
import io.dronedelivery.lab.accounts.queuedesigns.DesignFigures.Size;
import io.dronedelivery.lab.accounts.queuedesigns.QueueDesigns.QueueDesignsRun;
import io.dronedelivery.lab.kit.load.LoadResult;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Runs with made-up figures. */
final class Runs {

    private static final int REQUESTS = 10_000;

    private Runs() {}

    /** With 10,000 requests in rounds in which so many were served. */
    static QueueDesignsRun run(String design, double rate, int... served) {
        return new QueueDesignsRun(
                DesignTest.chosen(design).get(0),
                new DesignFigures(
                        part(20_000, REQUESTS, REQUESTS),
                        List.of(new Size(
                                REQUESTS,
                                Arrays.stream(served)
                                        .mapToObj(count -> part(rate, REQUESTS, count))
                                        .toList())),
                        null,
                        null));
    }

    static DesignPart part(double rate, int requests, int served) {
        Map<String, Integer> statuses =
                served == requests ? Map.of("200", served) : Map.of("200", served, "0", requests - served);
        return part(rate, requests, statuses, 0, 0);
    }

    static DesignPart load(int requests, Map<String, Integer> statuses, int refusals, double refusalP99) {
        return part(1_000, requests, statuses, refusals, refusalP99);
    }

    private static DesignPart part(
            double rate, int requests, Map<String, Integer> statuses, int refusals, double refusalP99) {
        LoadResult load = new LoadResult(
                requests,
                statuses,
                1,
                3,
                2,
                requests,
                rate,
                0,
                requests / rate * 1000,
                Map.of("50", 2.0, "90", 2.5, "99", 3.0, "100", 3.0),
                Map.of(),
                refusals,
                refusalP99,
                200,
                10);
        return new DesignPart(load, 100, 0.9);
    }
}
