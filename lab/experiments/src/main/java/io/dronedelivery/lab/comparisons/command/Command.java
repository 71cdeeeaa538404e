package io.dronedelivery.lab.comparisons.command;

import io.dronedelivery.lab.kit.report.Checks;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/** A benchmark as a command: help, options, run, and an end that scripts can use. */
public final class Command {

    private static final int FAILED = 1;
    private static final int BAD_OPTIONS = 2;

    private Command() {}

    /**
     * A run of a benchmark.
     *
     * @param <O> its options
     */
    public interface CommandRun<O> {

        /**
         * Measures and tells the results.
         *
         * @return whether the figures are within their limits
         * @throws IOException when the run failed; the message says how
         */
        boolean withinLimit(O options) throws IOException, InterruptedException;
    }

    /**
     * Runs the command.
     *
     * @param help is printed instead when {@code --help} is among the arguments
     * @param parser throws {@link IllegalArgumentException} naming an option that is wrong
     * @return what the process should end with: 0, 1 when the run failed or missed its limit, 2 for bad options
     */
    public static <O> int exitCode(String help, Function<String[], O> parser, CommandRun<O> run, String... arguments) {
        if (List.of(arguments).contains("--help") || List.of(arguments).contains("-h")) {
            System.out.println(help);
            return 0;
        }
        try {
            if (run.withinLimit(parser.apply(arguments))) {
                return 0;
            }
            System.err.println("The figures miss a limit, see above");
            return FAILED;
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            return BAD_OPTIONS;
        } catch (IOException e) {
            System.err.println("The run failed: " + e.getMessage());
            return FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }

    /** Tells how far a run is, in {@link String#format}'s terms. */
    public static void say(String progress, Object... values) {
        System.out.println(Checks.text(progress, values));
    }
}
