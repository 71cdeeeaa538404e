package io.dronedelivery.lab.accounts.queuedesigns;

import com.sun.management.OperatingSystemMXBean;
import io.dronedelivery.lab.accounts.common.StackProcess;
import io.dronedelivery.lab.accounts.queuedesigns.DesignFigures.DesignPart;
import io.dronedelivery.lab.accounts.queuedesigns.DesignFigures.Killed;
import io.dronedelivery.lab.accounts.queuedesigns.DesignFigures.RefusalCounts;
import io.dronedelivery.lab.accounts.queuedesigns.DesignFigures.Size;
import io.dronedelivery.lab.accounts.queuedesigns.QueueDesigns.LoadSizes;
import io.dronedelivery.lab.accounts.workers.WorkersApi;
import io.dronedelivery.lab.kit.load.ClosedLoad;
import io.dronedelivery.lab.kit.load.LoadResult;
import io.dronedelivery.lab.kit.report.Progress;
import io.dronedelivery.lab.kit.report.SampleSeries;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The loads of one test. They go to invoice-service itself: what the gateway adds is the same for every design and would hide how they
 * differ.
 */
final class DesignLoad {

    private static final String HELLO = "/actuator/info";
    private static final int MANY = 1_000;
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private final OperatingSystemMXBean machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final StackProcess stack;
    private final URI service;
    private final URI management;
    private final LoadSizes sizes;
    private final Progress.OfTest told;

    DesignLoad(StackProcess stack, LoadSizes sizes, Progress.OfTest told) throws IOException {
        this.stack = stack;
        this.service = stack.url("invoice-service");
        this.management = stack.management("invoice-service");
        this.sizes = sizes;
        this.told = told;
    }

    /** @param soFar receives what is there after each round */
    DesignFigures run(DesignTest test, Consumer<DesignFigures> soFar) throws IOException, InterruptedException {
        int most = sizes.most();
        warmUp(MonthAnswers.asked(service, sizes.warmUp(), sizes.users()).withDeadline(LONGEST));
        warmUp(hello(sizes.warmUp()));
        told.say("each month is read once, to know the right answers");
        MonthAnswers months = MonthAnswers.read(service, most);
        DesignPart trivial = measured(hello(most), "a trivial endpoint");
        if (test.bounded()) {
            return new DesignFigures(
                    trivial,
                    List.of(),
                    null,
                    new RefusalCounts(
                            measured(load(months, most), "refused once"),
                            measured(load(months, most).withAttempts(MANY), "coming back after Retry-After")));
        }
        List<Size> measured = sizes(months, sizes -> soFar.accept(new DesignFigures(trivial, sizes, null, null)));
        return new DesignFigures(trivial, measured, test.hasWorkers() ? killed(months, most) : null, null);
    }

    private void warmUp(ClosedLoad load) throws InterruptedException {
        load.run(over -> told.bar((double) over / load.requests(), "warm-up"));
    }

    private List<Size> sizes(MonthAnswers months, Consumer<List<Size>> soFar) throws InterruptedException {
        List<Size> measured = new ArrayList<>();
        for (int requests : sizes.requests()) {
            List<DesignPart> rounds = new ArrayList<>();
            for (int round = 0; round < sizes.rounds(); round++) {
                rounds.add(measured(load(months, requests), "%,d requests".formatted(requests)));
                Size soMany = new Size(requests, List.copyOf(rounds));
                soFar.accept(Stream.concat(measured.stream(), Stream.of(soMany)).toList());
            }
            measured.add(new Size(requests, rounds));
        }
        return measured;
    }

    private Killed killed(MonthAnswers months, int requests) throws IOException, InterruptedException {
        WorkersApi workers = new WorkersApi(management);
        long before = workers.status().workers().restarts();
        KillInTheMiddle kill = new KillInTheMiddle(requests, workers::killOne);
        DesignPart part = measured(load(months, requests), "a worker is killed", kill);
        kill.atLast();
        return new Killed(part, kill.after(), workers.restartsAfter(before) - before);
    }

    /** What costs nothing, of the same process. */
    private ClosedLoad hello(int requests) {
        return ClosedLoad.of(management, requests, sizes.users())
                .withTarget(number -> HELLO)
                .withDeadline(LONGEST);
    }

    private ClosedLoad load(MonthAnswers months, int requests) {
        return months.asked(requests, sizes.users()).withDeadline(LONGEST);
    }

    private DesignPart measured(ClosedLoad load, String what) throws InterruptedException {
        return measured(load, what, over -> {});
    }

    private DesignPart measured(ClosedLoad load, String what, ClosedLoad.ClosedLoadWatch watch)
            throws InterruptedException {
        machine.getCpuLoad(); // the next answer is since this one
        Duration before = cpu();
        LoadResult result = load.run(over -> {
            told.bar((double) over / load.requests(), what);
            watch.over(over);
        });
        double micros = cpu().minus(before).toNanos() / 1e3 / Math.max(1, result.count());
        return new DesignPart(
                result, SampleSeries.rounded(micros), SampleSeries.rounded(Math.max(0, machine.getCpuLoad())));
    }

    private Duration cpu() {
        return stack.handle().info().totalCpuDuration().orElse(Duration.ZERO);
    }
}
