package io.dronedelivery.benchmarks.requestreply;

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
record Options(
        List<Design> designs,
        int concurrency,
        int workers,
        int prefetch,
        int bytes,
        int rounds,
        Duration round,
        Duration warmUp,
        Path output,
        boolean help) {

    static final String HELP =
            """
            Requests a second and latencies of request/reply, for each design of the job queue.

              --designs LIST       memory,postgres,servicebus,kafka (all of them)
              --concurrency N      requests in flight, and reply channels (64)
              --workers N          workers (4)
              --prefetch N         jobs that a worker holds (16)
              --bytes N            size of a request and of its reply (256)
              --rounds N           measured rounds (3)
              --round SECONDS      length of a round (5)
              --warm-up SECONDS    before the first round (5)
              --output DIRECTORY   for results.md, results.json and logs (target/request-reply)
              --help               this text
            """;

    static final Options DEFAULT = new Options(
            List.of(Design.values()),
            64,
            4,
            16,
            256,
            3,
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Path.of("target", "request-reply"),
            false);

    /** @throws IllegalArgumentException naming the option, when one is wrong */
    static Options parse(String... args) {
        Options options = DEFAULT;
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--help")) {
                return options.withHelp();
            }
            if (i + 1 == args.length) {
                throw new IllegalArgumentException(args[i] + ": unknown, or its value is missing; see --help");
            }
            options = options.with(args[i], args[++i]);
        }
        return options;
    }

    private Options with(String name, String value) {
        return switch (name) {
            case "--designs" ->
                new Options(designs(value), concurrency, workers, prefetch, bytes, rounds, round, warmUp, output, help);
            case "--concurrency" ->
                new Options(
                        designs, number(name, value), workers, prefetch, bytes, rounds, round, warmUp, output, help);
            case "--workers" ->
                new Options(
                        designs,
                        concurrency,
                        number(name, value),
                        prefetch,
                        bytes,
                        rounds,
                        round,
                        warmUp,
                        output,
                        help);
            case "--prefetch" ->
                new Options(
                        designs, concurrency, workers, number(name, value), bytes, rounds, round, warmUp, output, help);
            case "--bytes" ->
                new Options(
                        designs,
                        concurrency,
                        workers,
                        prefetch,
                        number(name, value),
                        rounds,
                        round,
                        warmUp,
                        output,
                        help);
            case "--rounds" ->
                new Options(
                        designs,
                        concurrency,
                        workers,
                        prefetch,
                        bytes,
                        number(name, value),
                        round,
                        warmUp,
                        output,
                        help);
            case "--round" ->
                new Options(
                        designs,
                        concurrency,
                        workers,
                        prefetch,
                        bytes,
                        rounds,
                        Duration.ofSeconds(number(name, value)),
                        warmUp,
                        output,
                        help);
            case "--warm-up" ->
                new Options(
                        designs,
                        concurrency,
                        workers,
                        prefetch,
                        bytes,
                        rounds,
                        round,
                        Duration.ofSeconds(number(name, value)),
                        output,
                        help);
            case "--output" ->
                new Options(
                        designs, concurrency, workers, prefetch, bytes, rounds, round, warmUp, Path.of(value), help);
            default -> throw new IllegalArgumentException(name + ": unknown; see --help");
        };
    }

    private Options withHelp() {
        return new Options(designs, concurrency, workers, prefetch, bytes, rounds, round, warmUp, output, true);
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

    private static int number(String name, String value) {
        try {
            int number = Integer.parseInt(value);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " " + value + ": expected a whole number", e);
        }
        throw new IllegalArgumentException(name + " " + value + ": expected a positive number");
    }
}
