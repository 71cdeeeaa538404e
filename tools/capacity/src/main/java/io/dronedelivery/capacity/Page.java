package io.dronedelivery.capacity;

import java.util.List;

/** The page {@code docs/capacity.md}. */
final class Page {

    private static final List<Double> LOADS = List.of(1_000.0, 10_000.0, 1_000_000.0);

    private Page() {}

    static String of(Report report) {
        return """
                # Capacity on paper

                This page is made, not written: `mvn -q -pl :capacity compile -Pcapacity -Dcapacity.args="--page $PWD/docs/capacity.md"`. A test compares the two. It carries what was measured on two cores to loads that nobody here has seen, so it
                says what to order for a first test under load, and what to look at while that runs; it proves nothing. Most of all, **request units are those of LocalCosmos**, whose charges were calibrated with published ones
                ([ADR 11](adr/0011-calibration-of-the-step-load.md)), and what a messaging unit carries is an assumption.

                Any other load, mix or cost:

                ```
                mvn -q -pl :capacity compile -Pcapacity -Dcapacity.args="--requests 25000 --share.posts 0.2"
                ```

                ## What a load needs

                A request is an owner's month with all of its parts; one of twenty posts a delivery (`share.posts`). Instances have one core each, are busy to 60 % with all three zones there, so to 90 % with one gone, and are never fewer than three.

                """
                + report.table(LOADS)
                + """

                ## What a month costs

                As a formula, since prices depend on region, agreement and day. `--prices FILE` works it out, with a line `name = price | date and where from` for each name; the names are those below.

                """
                + report.formulas(LOADS)
                + """

                ## What breaks first

                """
                + report.limits()
                + """

                What is "as deployed" is a setting of [deploy](../deploy/azure/README.md). Beyond the rest stands the **cell**: gateway, services, broker and stores once more, for a share of the owners. An owner's documents, events and invoices
                have no business with another owner's, so nothing but the router in front of the cells (a hash of the owner, which every path and token has, and a list of owners that were moved) knows of more than one. A cell is as large as was
                tested, is filled to two thirds, and is the most that one fault takes with it. **Regions** hold whole cells: an owner lives in one, near where their drones fly, and a copy of the cell's stores in a second region takes over by hand;
                the promise (exactly one invoice line) does not survive two regions that both write.

                ## Inputs

                """
                + report.sources()
                + """

                Note 1: `mvn spring-boot:run` with `--local.processes=1` on Java 25 (heaps of 256 MB, telemetry to the local Application Insights), two cores with nothing else on them, `wrk` with 8 connections, processor time of each process by request. Reads: the median of
                seven times 40 s (210 a second) after 42,000 requests; posts: of five times 40 s (180 a second) after 5,500. Younger processes cost several times as much. It is a closed load on six processes that share two cores and, with them, their caches: the gateway costs 792 µs of a read
                there, ten times what it costs alone under full load, so the services' figures are upper bounds, and their instances with them. What was measured elsewhere goes in with `--cpu.read.delivery-service 500`.
                """;
    }
}
