package io.dronedelivery.lab.comparisons.overload;

import static io.dronedelivery.lab.comparisons.command.Command.say;

import io.dronedelivery.lab.comparisons.command.Command;
import io.dronedelivery.lab.comparisons.overload.SlowReport.Where;
import io.dronedelivery.lab.comparisons.peers.PatientServer;
import io.dronedelivery.lab.kit.load.AnswerCounts;
import io.dronedelivery.lab.kit.load.AnswerCounts.Phase;
import io.dronedelivery.lab.kit.load.LoadCallers;
import io.dronedelivery.lab.kit.load.LoadTarget;
import io.dronedelivery.lab.kit.load.SlowSockets;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Jvm;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;

/**
 * Measures what thousands of slow sockets take from the callers of a gateway, and when they are closed. Where load and gateway share a machine,
 * the sockets cost its callers something at any server. The same sockets at a bare server show how much.
 */
public final class SlowClients {

    /** Opening two thousand connections is load, not slowness; it has a separate row. */
    static final Duration OPENING = Duration.ofSeconds(10);

    /**
     * The time for which the sockets are at both servers before the first round, so that the JVM has compiled its code. It is longer than the
     * timeouts of head and body.
     */
    private static final int REHEARSAL_SECONDS = 15;

    /** The pause after two thousand connections were closed at once. */
    private static final Duration AFTERMATH = Duration.ofSeconds(3);

    private SlowClients() {}

    /** See {@code --help}; ends with 0, with 1 when the run failed or was beyond {@code --limit}, with 2 for bad options. */
    public static void main(String[] args) {
        System.exit(Command.exitCode(SlowOptions.HELP, SlowOptions::parse, SlowClients::run, args));
    }

    static boolean run(SlowOptions options) throws IOException, InterruptedException {
        Files.createDirectories(options.output());
        try (Children children = new Children()) {
            String url = options.url().isEmpty()
                    ? GatewayUnderTest.start(children, null, options.output(), List.of())
                            .url(GatewayUnderTest.MONTH)
                    : options.url();
            LoadTarget target = new LoadTarget(url, options.of());
            if (warmUp(target, options).goodPerSecond() == 0) {
                throw new IOException("There was no good answer; is the gateway at " + target + " running?");
            }
            SlowReport report = new SlowReport(target.toString(), options);
            Jvm bare = children.server(
                    "patient-server", PatientServer.class, List.of(), List.of("-Xmx256m"), options.output());
            LoadTarget elsewhere = new LoadTarget("http://127.0.0.1:" + bare.port() + "/", 1);
            rehearse(elsewhere, target, options);
            rehearse(target, target, options);
            for (int round = 1; round <= options.rounds(); round++) {
                report.add(Where.ALONE, phase("alone", options.seconds(), target, options));
                try (SlowSockets slow = new SlowSockets(elsewhere, options.post(), options.document())) {
                    beside(Where.BARE, slow, report, target, options);
                }
                Thread.sleep(AFTERMATH.toMillis());
                try (SlowSockets slow = new SlowSockets(target, options.post(), options.document())) {
                    beside(Where.GATEWAY, slow, report, target, options);
                    if (round == options.rounds()) {
                        slow.openNoMore();
                        slow.awaitClosed(options.patience());
                        report.ended(slow.lives());
                    }
                }
                Thread.sleep(AFTERMATH.toMillis());
            }
            return report.tell();
        }
    }

    private static void rehearse(LoadTarget sockets, LoadTarget target, SlowOptions options)
            throws InterruptedException {
        try (SlowSockets slow = new SlowSockets(sockets, options.post(), options.document())) {
            slow.open(options.slow(), OPENING);
            phase("rehearsal", (int) OPENING.toSeconds() + REHEARSAL_SECONDS, target, options);
        }
        Thread.sleep(AFTERMATH.toMillis());
    }

    private static void beside(Where where, SlowSockets slow, SlowReport report, LoadTarget target, SlowOptions options)
            throws InterruptedException {
        slow.open(options.slow(), OPENING);
        report.opening(where, phase("while they come " + where.text(), (int) OPENING.toSeconds(), target, options));
        report.add(where, phase("beside them " + where.text(), options.seconds(), target, options));
        report.open(where, slow.open());
        say("%d of %d slow sockets are open at the end of the phase", slow.open(), options.slow());
    }

    /** As many questions as are answered: those that are measured are too few to have much compiled. */
    private static Phase warmUp(LoadTarget target, SlowOptions options) throws InterruptedException {
        AnswerCounts answers = new AnswerCounts(60_000, options.seconds());
        return phase("warm-up", LoadCallers.inAClosedLoop(target, true, answers), answers, options);
    }

    private static Phase phase(String name, int seconds, LoadTarget target, SlowOptions options)
            throws InterruptedException {
        AnswerCounts answers = new AnswerCounts(60_000, seconds);
        return phase(name, LoadCallers.atIntervals(target, options.interval(), answers), answers, options);
    }

    private static Phase phase(String name, LoadCallers callers, AnswerCounts answers, SlowOptions options)
            throws InterruptedException {
        Phase phase = answers.phase(name, callers, options.callers());
        say(
                "%s: %,.0f answers a second, p50 %.1f ms, p99 %.1f ms",
                name, phase.goodPerSecond(), phase.goodP50Millis(), phase.goodP99Millis());
        return phase;
    }
}
