package io.dronedelivery.lab.accounts.queuedesigns;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.accounts.queuedesigns.DesignFigures.Killed;
import io.dronedelivery.lab.accounts.queuedesigns.DesignFigures.RefusalCounts;
import io.dronedelivery.lab.accounts.queuedesigns.DesignFigures.Size;
import io.dronedelivery.lab.accounts.queuedesigns.QueueDesigns.QueueDesignsRun;
import io.dronedelivery.lab.kit.load.LoadResult;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Checks;
import java.util.List;
import java.util.Map;

final class DesignChecks {

    /** Requests a second that a design has to manage on two processors, load included. */
    private static final Map<String, Integer> LEAST_RATES =
            Map.of(DesignTest.MEMORY, 5_000, DesignTest.POSTGRES, 1_000);

    /** Above the best of the original's rates, 177.43 of its queue on Redis with 3,000 requests. */
    private static final int LEAST_RATE = 178;

    private static final String REFUSED = "503";

    /** Within this time 99 % of the refusals come: much less than the 20 s that a request may take, and much more than a busy machine needs. */
    private static final double REFUSED_WITHIN_MS = 1_000;

    private final Checks checks;

    private DesignChecks(boolean judgesSpeed) {
        checks = new Checks(judgesSpeed);
    }

    static List<Check> of(List<QueueDesignsRun> runs, boolean judgesSpeed) {
        DesignChecks made = new DesignChecks(judgesSpeed);
        runs.forEach(run -> made.add(run.test().name(), run.measured()));
        return made.checks.all();
    }

    private void add(String name, DesignFigures measured) {
        if (!measured.sizes().isEmpty()) {
            served(name, measured);
        }
        if (measured.killed() != null) {
            killed(name, measured.killed());
        }
        if (measured.refusals() != null) {
            refused(name, measured.refusals());
        }
    }

    private void served(String name, DesignFigures measured) {
        for (Size size : measured.sizes()) {
            checks.add(
                    text("%s: all of %,d requests are served", name, size.requests()),
                    size.served() == size.requests(),
                    text("%,d", size.served()));
        }
        int least = LEAST_RATES.getOrDefault(name, LEAST_RATE);
        double rate = measured.largest().median().load().rate();
        checks.ofSpeed(
                text("%s: more than %,d requests a second", name, least),
                rate > least,
                text(
                        "%,.0f of %,.0f of a trivial endpoint",
                        rate, measured.hello().load().rate()));
    }

    private void killed(String name, Killed killed) {
        LoadResult load = killed.part().load();
        checks.add(
                name + ": all requests are served, also when a worker is killed",
                load.served() == load.requests() && killed.restarts() > 0,
                text(
                        "%,d of %,d, killed after %,d, %d replaced",
                        load.served(), load.requests(), killed.after(), killed.restarts()));
        checks.ofSpeed(
                name + ": the worker is killed while requests are on their way",
                killed.after() < load.requests(),
                text("%,d of %,d were over", killed.after(), load.requests()));
    }

    private void refused(String name, RefusalCounts refusals) {
        LoadResult once = refusals.once().load();
        LoadResult again = refusals.again().load();
        int answered = once.statuses().getOrDefault(REFUSED, 0);
        checks.add(
                name + ": each request is served or refused with 503 and Retry-After",
                once.served() + answered == once.requests() && answered == once.refusals(),
                text("%,d served, %,d refused, of %,d", once.served(), once.refusals(), once.requests()));
        checks.add(
                name + ": callers who come back after Retry-After are all served",
                again.served() == again.requests(),
                text("%,d of %,d, %,d refusals on the way", again.served(), again.requests(), again.refusals()));
        checks.ofSpeed(
                name + ": refuses within a second when there is no room, instead of hanging",
                isPrompt(once) && isPrompt(again),
                text(
                        "%,d refused, 99 %% of them within %,.0f ms; %,d of those who came back, within %,.0f ms",
                        once.refusals(), once.refusalP99(), again.refusals(), again.refusalP99()));
    }

    private static boolean isPrompt(LoadResult load) {
        return load.refusals() > 0 && load.refusalP99() < REFUSED_WITHIN_MS;
    }
}
