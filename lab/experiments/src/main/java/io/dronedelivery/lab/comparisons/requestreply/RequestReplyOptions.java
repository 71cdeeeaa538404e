package io.dronedelivery.lab.comparisons.requestreply;

import static io.dronedelivery.lab.comparisons.command.CommandLine.number;

import io.dronedelivery.lab.comparisons.command.CommandLine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How to measure.
 *
 * @param concurrency requests in flight, and reply channels
 * @param bytes of a request and of its reply
 */
record RequestReplyOptions(
        List<Design> designs,
        int concurrency,
        int workers,
        int prefetch,
        int bytes,
        int rounds,
        Duration round,
        Duration warmUp,
        Path output) {

    static final String HELP = """
        Requests a second and latencies of request/reply, for each design of the job queue.

          --designs LIST       memory,postgres,servicebus,kafka (all of them)
          --concurrency N      requests in flight, and reply channels, 1 to 10000 (64)
          --workers N          workers, 1 to 1000 (4)
          --prefetch N         jobs that a worker holds, 1 to 10000 (16)
          --bytes N            size of a request and of its reply, 1 to 900000 (256)
          --rounds N           measured rounds, 1 to 100 (3)
          --round SECONDS      length of a round, 1 to 600 (5)
          --warm-up SECONDS    before the first round, 1 to 600 (5)
          --output DIRECTORY   for results.md, results.json and logs (target/request-reply)
          --help               this text
        """;

    /** @throws IllegalArgumentException naming the option, when one is wrong */
    static RequestReplyOptions parse(String... arguments) {
        Values values = new Values();
        CommandLine.read(values, arguments);
        return values.options();
    }

    private static final class Values implements CommandLine.Options {

        private List<Design> designs = List.of(Design.values());
        private int concurrency = 64;
        private int workers = 4;
        private int prefetch = 16;
        private int bytes = 256;
        private int rounds = 3;
        private Duration round = Duration.ofSeconds(5);
        private Duration warmUp = Duration.ofSeconds(5);
        private Path output = Path.of("target", "request-reply");

        @Override
        public void set(String name, String value) {
            switch (name) {
                case "--designs" -> designs = designs(value);
                case "--concurrency" -> concurrency = number(name, value, 1, 10_000);
                case "--workers" -> workers = number(name, value, 1, 1_000);
                case "--prefetch" -> prefetch = number(name, value, 1, 10_000);
                case "--bytes" -> bytes = number(name, value, 1, 900_000);
                case "--rounds" -> rounds = number(name, value, 1, 100);
                case "--round" -> round = Duration.ofSeconds(number(name, value, 1, 600));
                case "--warm-up" -> warmUp = Duration.ofSeconds(number(name, value, 1, 600));
                case "--output" -> output = Path.of(value);
                default -> throw CommandLine.unknown(name);
            }
        }

        private static List<Design> designs(String value) {
            try {
                return Arrays.stream(value.split(","))
                        .map(name -> Design.valueOf(name.strip().toUpperCase(Locale.ROOT)))
                        .toList();
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "--designs " + value + ": known are memory, postgres, servicebus and kafka", e);
            }
        }

        RequestReplyOptions options() {
            return new RequestReplyOptions(
                    designs, concurrency, workers, prefetch, bytes, rounds, round, warmUp, output);
        }
    }
}
