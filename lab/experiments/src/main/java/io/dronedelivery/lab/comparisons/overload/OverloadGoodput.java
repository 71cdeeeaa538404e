package io.dronedelivery.lab.comparisons.overload;

import static io.dronedelivery.lab.comparisons.command.Command.say;

import io.dronedelivery.lab.comparisons.command.Command;
import io.dronedelivery.lab.comparisons.command.ComparisonReport;
import io.dronedelivery.lab.kit.load.AnswerCounts;
import io.dronedelivery.lab.kit.load.AnswerCounts.Phase;
import io.dronedelivery.lab.kit.load.LoadCallers;
import io.dronedelivery.lab.kit.load.LoadTarget;
import io.dronedelivery.lab.kit.process.Children;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Measures the good answers of a gateway before, during and after an overload. */
public final class OverloadGoodput {

    private OverloadGoodput() {}

    /** See {@code --help}; ends with 0, with 1 when the run failed or missed {@code --limit}, with 2 for bad options. */
    public static void main(String[] args) {
        System.exit(Command.exitCode(OverloadOptions.HELP, OverloadOptions::parse, OverloadGoodput::run, args));
    }

    static boolean run(OverloadOptions options) throws IOException, InterruptedException {
        OverloadReport report = options.start() ? ofItsOwn(options) : phases(options.target(), options);
        report.tell();
        return report.isWithinLimit();
    }

    /** A gateway whose drone service is the backend of a fixed capacity. */
    private static OverloadReport ofItsOwn(OverloadOptions options) throws IOException, InterruptedException {
        Files.createDirectories(options.output());
        try (FixedCapacity backend = new FixedCapacity(options.capacity(), options.serviceMillis());
                Children children = new Children()) {
            List<String> settings = new ArrayList<>(options.gatewaySettings());
            settings.add("--gateway.backends.drone.base-url=http://127.0.0.1:" + backend.port());
            GatewayUnderTest gateway = GatewayUnderTest.start(children, options.jar(), options.output(), settings);
            LoadTarget drone = new LoadTarget(gateway.url("/api/v1/drones/dr-01"), 1);
            // A cold gateway does not reach the peak that the other phases are compared with.
            phase("warm-up", options.usual(), drone, options);
            return phases(drone, options);
        }
    }

    private static OverloadReport phases(LoadTarget target, OverloadOptions options)
            throws IOException, InterruptedException {
        ComparisonReport about = OverloadReport.about(options, target);
        Phase before = phase("before", options.usual(), target, options);
        if (before.goodPerSecond() == 0) {
            throw new IOException(
                    "There was no good answer before the overload; is the gateway at " + target + " running?");
        }
        return new OverloadReport(
                about,
                options,
                before,
                phase("overload", options.connections(), target, options),
                phase("after", options.usual(), target, options));
    }

    private static Phase phase(String name, int connections, LoadTarget target, OverloadOptions options)
            throws InterruptedException {
        AnswerCounts answers = new AnswerCounts(options.goodMillis(), options.seconds());
        LoadCallers callers = LoadCallers.inAClosedLoop(target, options.heedRetryAfter(), answers);
        Phase phase = answers.phase(name, callers, connections);
        say("%s: %,.0f good answers a second %s", name, phase.goodPerSecond(), Arrays.toString(phase.goodBySecond()));
        return phase;
    }
}
