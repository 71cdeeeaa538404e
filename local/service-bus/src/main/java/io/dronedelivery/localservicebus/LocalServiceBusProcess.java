package io.dronedelivery.localservicebus;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * Runs a {@link LocalServiceBus} as a separate process. {@code --config=Config.json} declares the entities; {@code --port=8106},
 * {@code --management-port=5300}, {@code --address=0.0.0.0}, {@code --advertised-host=service-bus} and {@code --data-directory=DIR} are
 * optional. Prints the line {@code connection.string=Endpoint=sb://service-bus:8106;...} when it accepts connections, and shuts down
 * cleanly at a termination signal.
 *
 * <p>Exit codes: 1 when it cannot start, 2 when an argument is wrong.
 */
public final class LocalServiceBusProcess {

    private static final int CANNOT_START = 1;
    private static final int WRONG_ARGUMENT = 2;

    private LocalServiceBusProcess() {}

    public static void main(String[] args) throws InterruptedException {
        logPlainly();
        try {
            LocalServiceBus bus = LocalServiceBus.start(options -> read(options, args));
            Runtime.getRuntime().addShutdownHook(new Thread(bus::close, "stop"));
            System.out.println("connection.string=" + bus.connectionString());
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
            System.setProperty("logback.configurationFile", "io/dronedelivery/localservicebus/process-logback.xml");
        }
    }

    private static void read(LocalServiceBusOptions options, String... args) {
        boolean hasEntities = false;
        for (String argument : args) {
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            String value = argument.substring(equals + 1);
            switch (name) {
                case "--config" -> {
                    options.config(Path.of(value));
                    hasEntities = true;
                }
                case "--port" -> options.port(port(name, value));
                case "--management-port" -> options.managementPort(port(name, value));
                case "--address" -> options.address(value);
                case "--advertised-host" -> options.advertisedHost(value);
                case "--data-directory" -> options.dataDirectory(Path.of(value));
                default ->
                    throw new IllegalArgumentException(
                            argument + ": expected --config=FILE, --port=PORT,"
                                    + " --management-port=PORT, --address=ADDRESS, --advertised-host=NAME or --data-directory=DIR");
            }
        }
        if (!hasEntities) {
            throw new IllegalArgumentException("--config=FILE is missing: it declares the queues and topics");
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
