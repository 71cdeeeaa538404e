package io.dronedelivery.benchmarks.overload;

import static io.dronedelivery.benchmarks.command.CommandLine.number;

import io.dronedelivery.benchmarks.command.Command;
import io.dronedelivery.benchmarks.command.CommandLine;
import io.dronedelivery.benchmarks.machine.JvmProcess;
import io.dronedelivery.benchmarks.overload.Answers.Phase;
import io.dronedelivery.benchmarks.overload.SlowReport.Where;
import io.dronedelivery.benchmarks.peers.PatientServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * Measures what thousands of slow sockets take from the callers of a running gateway, and when they are closed. Where load and gateway share a
 * machine, the sockets cost its callers something whoever serves them: the same sockets at a bare server beside it say how much.
 */
public final class SlowClients {

    static final String HELP = """
            The latency of some callers without and beside slow sockets, and after which time the gateway has closed those.
            A quarter of them sends a byte of the head a second, a quarter a byte of a body a second, a quarter reads a kilobyte of an
            answer a second, and a quarter sends nothing. One that is closed is opened again as long as the callers are measured.
            In turns, round by round: the callers alone, beside the sockets at a bare server with the same limits of time, and beside them at the gateway.

              --url URL          what the callers ask; {n} in it becomes 1, 2, ... in turn (http://localhost:8080/api/v1/owners/o-{n}/invoices/2026/11)
              --of N             the last number that becomes of {n}, 1 to 1000000 (50)
              --post PATH        where bodies are sent to (/api/v1/deliveries)
              --document PATH    what slow readers ask for (/v3/api-docs)
              --callers N        connections of the callers, 1 to 1000 (8)
              --rate N           what all callers together ask in a second, 1 to 100000; a late question counts from when it was due (40)
              --slow N           slow sockets, 4 to 10000 (2000)
              --seconds N        length of each phase but the 10 s in which the sockets come, 5 to 600 (40)
              --rounds N         rounds, 1 to 100 (3)
              --wait N           for how many seconds more the sockets may stay open, 1 to 600 (90)
              --limit PERCENT    exit with 1 when the p99 beside the sockets is higher by more than this than beside them at the bare server,
                                 or when one that reads no answer was not closed
              --output DIR       where results.json and results.md go (target/slow-clients)
              --help             this text
            """;

    /** To open two thousand connections is load, not slowness; it is shown in a row of its own. */
    static final Duration OPENING = Duration.ofSeconds(10);

    /** What closes two thousand connections at once is left to itself for so long. */
    private static final Duration AFTERMATH = Duration.ofSeconds(3);

    private SlowClients() {}

    /** See {@code --help}; ends with 0, with 1 when the run failed or was beyond {@code --limit}, with 2 for bad options. */
    public static void main(String[] args) {
        System.exit(Command.exitCode(HELP, Options::parse, SlowClients::run, args));
    }

    record Options(
            String url,
            int of,
            String post,
            String document,
            int callers,
            int rate,
            int slow,
            int seconds,
            int rounds,
            int patience,
            OptionalInt limit,
            Path output) {

        static Options parse(String... arguments) {
            Builder builder = new Builder();
            CommandLine.read(builder, arguments);
            return new Options(
                    builder.url,
                    builder.of,
                    builder.post,
                    builder.document,
                    builder.callers,
                    builder.rate,
                    builder.slow,
                    builder.seconds,
                    builder.rounds,
                    builder.wait,
                    builder.limit,
                    builder.output);
        }

        Target target() {
            return new Target(url, of);
        }

        Duration interval() {
            return Duration.ofSeconds(callers).dividedBy(rate);
        }
    }

    static boolean run(Options options) throws IOException, InterruptedException {
        Files.createDirectories(options.output());
        if (phase("warm-up", options.seconds(), options).goodPerSecond() == 0) {
            throw new IOException("There was no good answer; is the gateway at " + options.target() + " running?");
        }
        SlowReport report = new SlowReport(options);
        try (JvmProcess bare = JvmProcess.start(
                "patient-server", PatientServer.class.getName(), List.of(), List.of("-Xmx256m"), options.output())) {
            Target elsewhere = new Target("http://127.0.0.1:" + bare.port() + "/", 1);
            for (int round = 1; round <= options.rounds(); round++) {
                report.add(Where.ALONE, phase("alone", options.seconds(), options));
                try (SlowSockets slow = new SlowSockets(elsewhere, options.post(), options.document())) {
                    beside(Where.BARE, slow, report, options);
                }
                Thread.sleep(AFTERMATH.toMillis());
                try (SlowSockets slow = new SlowSockets(options.target(), options.post(), options.document())) {
                    beside(Where.GATEWAY, slow, report, options);
                    if (round == options.rounds()) {
                        slow.openNoMore();
                        slow.awaitClosed(options.patience());
                        report.ended(slow.lives());
                    }
                }
                Thread.sleep(AFTERMATH.toMillis());
            }
        }
        return report.tell();
    }

    private static void beside(Where where, SlowSockets slow, SlowReport report, Options options)
            throws InterruptedException {
        slow.open(options.slow(), OPENING);
        report.opening(where, phase("while they come " + where.text(), (int) OPENING.toSeconds(), options));
        report.add(where, phase("beside them " + where.text(), options.seconds(), options));
        report.open(where, slow.open());
        System.out.printf("%d of %d slow sockets are open at the end of the phase%n", slow.open(), options.slow());
    }

    private static Phase phase(String name, int seconds, Options options) throws InterruptedException {
        Answers answers = new Answers(60_000, seconds);
        try (Callers load = Callers.atIntervals(options.target(), options.interval(), answers)) {
            load.open(options.callers());
            Thread.sleep(seconds * 1000L);
            Phase phase = answers.phase(name, options.callers());
            System.out.printf(
                    Locale.ROOT,
                    "%s: %,.0f answers a second, p50 %.1f ms, p99 %.1f ms%n",
                    name,
                    phase.goodPerSecond(),
                    phase.goodP50Millis(),
                    phase.goodP99Millis());
            return phase;
        }
    }

    private static final class Builder implements CommandLine.Options {

        private String url = "http://localhost:8080/api/v1/owners/o-{n}/invoices/2026/11";
        private int of = 50;
        private String post = "/api/v1/deliveries";
        private String document = "/v3/api-docs";
        private int callers = 8;
        private int rate = 40;
        private int slow = 2000;
        private int seconds = 40;
        private int rounds = 3;
        private int wait = 90;
        private OptionalInt limit = OptionalInt.empty();
        private Path output = Path.of("target", "slow-clients");

        @Override
        public void set(String name, String value) {
            switch (name) {
                case "--url" -> url = Target.checked(name, value);
                case "--of" -> of = number(name, value, 1, 1_000_000);
                case "--post" -> post = value;
                case "--document" -> document = value;
                case "--rate" -> rate = number(name, value, 1, 100_000);
                case "--callers" -> callers = number(name, value, 1, 1000);
                case "--slow" -> slow = number(name, value, 4, 10_000);
                case "--seconds" -> seconds = number(name, value, 5, 600);
                case "--rounds" -> rounds = number(name, value, 1, 100);
                case "--wait" -> wait = number(name, value, 1, 600);
                case "--limit" -> limit = OptionalInt.of(number(name, value, 1, 1000));
                case "--output" -> output = Path.of(value);
                default -> throw CommandLine.unknown(name);
            }
        }
    }
}
