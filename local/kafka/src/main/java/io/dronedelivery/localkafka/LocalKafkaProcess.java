package io.dronedelivery.localkafka;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * Runs a {@link LocalKafka} as a separate process: {@code --port=8107 --advertised-port=9107 --data-directory=DIR}, all optional. Prints
 * the line {@code bootstrap.servers=localhost:8107} when it accepts requests, and shuts down cleanly at a termination signal.
 *
 * <p>Exit codes: 1 when it cannot start, 2 when an argument is wrong.
 */
public final class LocalKafkaProcess {

    private static final int CANNOT_START = 1;
    private static final int WRONG_ARGUMENT = 2;

    private LocalKafkaProcess() {}

    public static void main(String[] args) throws InterruptedException {
        try {
            LocalKafka kafka = LocalKafka.start(options -> read(options, args));
            Runtime.getRuntime().addShutdownHook(new Thread(kafka::close, "stop"));
            System.out.println("bootstrap.servers=" + kafka.bootstrapServers());
        } catch (IllegalArgumentException wrong) {
            fail(wrong, WRONG_ARGUMENT);
        } catch (RuntimeException failure) {
            fail(failure, CANNOT_START);
        }
        new CountDownLatch(1).await();
    }

    private static void read(LocalKafkaOptions options, String... args) {
        for (String argument : args) {
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            String value = argument.substring(equals + 1);
            switch (name) {
                case "--port" -> options.port(port(name, value));
                case "--advertised-port" -> options.advertisedPort(port(name, value));
                case "--data-directory" -> options.dataDirectory(Path.of(value));
                default ->
                    throw new IllegalArgumentException(
                            argument + ": expected --port=PORT, --advertised-port=PORT or --data-directory=DIR");
            }
        }
    }

    private static int port(String name, String text) {
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
