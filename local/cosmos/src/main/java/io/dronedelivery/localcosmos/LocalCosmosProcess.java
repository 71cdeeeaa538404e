package io.dronedelivery.localcosmos;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * Runs a {@link LocalCosmos} as a separate process. All arguments are optional: {@code --port=8104}, {@code --address=0.0.0.0},
 * {@code --advertised-host=cosmos}, {@code --partitions=9}, {@code --data-directory=DIR}. Prints the line
 * {@code endpoint=http://cosmos:8104/} when it accepts requests, and shuts down cleanly at a termination signal.
 *
 * <p>Exit codes: 1 when it cannot start, 2 when an argument is wrong.
 */
public final class LocalCosmosProcess {

    private static final int CANNOT_START = 1;
    private static final int WRONG_ARGUMENT = 2;

    private LocalCosmosProcess() {}

    public static void main(String[] args) throws InterruptedException {
        logPlainly();
        try {
            LocalCosmos cosmos = LocalCosmos.start(options -> read(options, args));
            Runtime.getRuntime().addShutdownHook(new Thread(cosmos::close, "stop"));
            System.out.println("endpoint=" + cosmos.endpoint());
        } catch (IllegalArgumentException wrong) {
            fail(wrong, WRONG_ARGUMENT);
        } catch (RuntimeException failure) {
            fail(failure, CANNOT_START);
        }
        new CountDownLatch(1).await();
    }

    /** The library leaves the logging to its user, which is this class here. */
    private static void logPlainly() {
        if (System.getProperty("logback.configurationFile") == null) {
            System.setProperty("logback.configurationFile", "io/dronedelivery/localcosmos/process-logback.xml");
        }
    }

    private static LocalCosmosOptions read(LocalCosmosOptions options, String... args) {
        for (String argument : args) {
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            String value = argument.substring(equals + 1);
            switch (name) {
                case "--port" -> options.port(number(name, value));
                case "--address" -> options.address(value);
                case "--advertised-host" -> options.advertisedHost(value);
                case "--partitions" -> options.partitions(number(name, value));
                case "--data-directory" -> options.dataDirectory(Path.of(value));
                default ->
                    throw new IllegalArgumentException(argument + ": expected --port=PORT, --address=ADDRESS,"
                            + " --advertised-host=NAME, --partitions=N or --data-directory=DIR");
            }
        }
        return options;
    }

    private static int number(String name, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + "=" + text + ": expected a whole number", e);
        }
    }

    private static void fail(RuntimeException reason, int status) {
        System.err.println(reason.getMessage());
        System.exit(status);
    }
}
