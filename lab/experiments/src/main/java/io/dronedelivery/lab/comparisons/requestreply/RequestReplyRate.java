package io.dronedelivery.lab.comparisons.requestreply;

import static io.dronedelivery.lab.comparisons.command.Command.say;

import io.dronedelivery.lab.comparisons.command.Command;
import io.dronedelivery.lab.comparisons.peers.BrokerProcess;
import io.dronedelivery.lab.comparisons.requestreply.RequestLoad.RequestRound;
import io.dronedelivery.lab.kit.process.Children;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures request/reply over each design: with an empty pool of reply channels, with a filled one, and beside the broker's bare clients. The
 * broker runs in a separate JVM, callers and workers in this one.
 */
public final class RequestReplyRate {

    private static final Duration OPEN_TIMEOUT = Duration.ofSeconds(60);

    /** Requests for each channel in the round that shows the cost of opening channels. */
    private static final int COLD_REQUESTS_FOR_EACH = 10;

    private RequestReplyRate() {}

    /** See {@code --help}; ends with 0, with 1 when the run failed, with 2 for bad options. */
    public static void main(String[] args) {
        System.exit(Command.exitCode(
                RequestReplyOptions.HELP, RequestReplyOptions::parse, RequestReplyRate::measured, args));
    }

    private static boolean measured(RequestReplyOptions options) throws IOException, InterruptedException {
        run(options);
        return true;
    }

    /**
     * Measures and writes the results.
     *
     * @throws IOException when a broker does not start or a reply is not the one expected
     */
    static RequestReplyReport run(RequestReplyOptions options) throws IOException, InterruptedException {
        BrokerProcess.quietLog();
        Files.createDirectories(options.output());
        RequestReplyReport report = new RequestReplyReport(options);
        for (Design design : options.designs()) {
            measure(design, options, report);
        }
        report.tell(options.output());
        return report;
    }

    private static void measure(Design design, RequestReplyOptions options, RequestReplyReport report)
            throws IOException, InterruptedException {
        try (Children children = new Children()) {
            int port = design.hasBroker()
                    ? BrokerProcess.start(
                                    children, BrokerProcess.ServerKind.valueOf(design.name()), "512m", options.output())
                            .port()
                    : 0;
            byte[] body = new byte[options.bytes()];
            try (RoundTrip warmUp = new Ours(design, port, options, true)) {
                warmUp.open().block(OPEN_TIMEOUT);
                new RequestLoad(warmUp, options.concurrency(), body).last(options.warmUp());
            }
            try (RoundTrip cold = new Ours(design, port, options, false)) {
                cold.open().block(OPEN_TIMEOUT);
                RequestLoad load = new RequestLoad(cold, options.concurrency(), body);
                report.add(cold, List.of(tell(cold, load.of((long) COLD_REQUESTS_FOR_EACH * options.concurrency()))));
            }
            rounds(new Ours(design, port, options, true), options, body, report);
            for (RoundTrip peer : design.peers(port, options.concurrency(), options.workers())) {
                rounds(peer, options, body, report);
            }
        }
    }

    private static void rounds(RoundTrip target, RequestReplyOptions options, byte[] body, RequestReplyReport report)
            throws IOException {
        try (target) {
            target.open().block(OPEN_TIMEOUT);
            RequestLoad load = new RequestLoad(target, options.concurrency(), body);
            load.last(options.warmUp());
            List<RequestRound> rounds = new ArrayList<>();
            for (int round = 0; round < options.rounds(); round++) {
                rounds.add(tell(target, load.last(options.round())));
            }
            report.add(target, rounds);
        }
    }

    private static RequestRound tell(RoundTrip target, RequestRound round) {
        say(
                "%s: %,.0f requests/s, p50 %.2f ms, p99 %.2f ms, %.0f us CPU each",
                target.title(), round.requestsPerSecond(), round.p50Millis(), round.p99Millis(), round.cpuMicros());
        return round;
    }
}
