package io.dronedelivery.lab.comparisons.overload;

import io.dronedelivery.lab.comparisons.command.Command;
import io.dronedelivery.lab.kit.load.AnswerCounts;
import io.dronedelivery.lab.kit.load.AnswerCounts.Phase;
import io.dronedelivery.lab.kit.load.LoadCallers;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Measures the good answers of a gateway before, during and after an overload. */
public final class OverloadGoodput {

    private OverloadGoodput() {}

    /** See {@code --help}; ends with 0, with 1 when the run failed or missed {@code --limit}, with 2 for bad options. */
    public static void main(String[] args) {
        System.exit(Command.exitCode(OverloadOptions.HELP, OverloadOptions::parse, OverloadGoodput::run, args));
    }

    static boolean run(OverloadOptions options) throws IOException, InterruptedException {
        OverloadReport report = options.start() ? ofItsOwn(options) : phases(options);
        report.tell();
        return report.isWithinLimit();
    }

    /** A gateway whose drone service is the backend of a fixed capacity. */
    private static OverloadReport ofItsOwn(OverloadOptions options) throws IOException, InterruptedException {
        Files.createDirectories(options.output());
        try (FixedCapacity backend = new FixedCapacity(options.capacity(), options.serviceMillis())) {
            List<String> settings = new ArrayList<>(options.gatewaySettings());
            settings.add("--gateway.backends.drone.base-url=http://127.0.0.1:" + backend.port());
            try (GatewayUnderTest gateway = GatewayUnderTest.start(options.jar(), options.output(), settings)) {
                OverloadOptions asking = options.asking(gateway.url("/api/v1/drones/dr-01"));
                // A cold gateway does not reach the peak that the other phases are compared with.
                phase("warm-up", options.usual(), asking);
                return phases(asking);
            }
        }
    }

    private static OverloadReport phases(OverloadOptions options) throws IOException, InterruptedException {
        Phase before = phase("before", options.usual(), options);
        if (before.goodPerSecond() == 0) {
            throw new IOException("There was no good answer before the overload; is the gateway at " + options.target()
                    + " running?");
        }
        return new OverloadReport(
                options,
                before,
                phase("overload", options.connections(), options),
                phase("after", options.usual(), options));
    }

    private static Phase phase(String name, int connections, OverloadOptions options) throws InterruptedException {
        AnswerCounts answers = new AnswerCounts(options.goodMillis(), options.seconds());
        Phase phase;
        try (LoadCallers load = LoadCallers.inAClosedLoop(options.target(), options.heedRetryAfter(), answers)) {
            load.open(connections);
            Thread.sleep(options.seconds() * 1000L);
            phase = answers.phase(name, connections);
        }
        System.out.printf(
                Locale.ROOT,
                "%s: %,.0f good answers a second %s%n",
                name,
                phase.goodPerSecond(),
                Arrays.toString(phase.goodBySecond()));
        return phase;
    }
}
