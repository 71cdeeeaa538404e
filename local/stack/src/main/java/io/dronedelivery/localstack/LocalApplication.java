package io.dronedelivery.localstack;

import io.dronedelivery.localstack.application.RunningApplication;
import io.dronedelivery.localstack.process.Orders;
import io.dronedelivery.localstack.run.StartFailure;
import java.io.IOException;
import java.util.Map;

/**
 * One instance of an application in this JVM. {@link LocalStack} starts it and sends its orders over the standard input. When that input
 * ends, the launcher has ended, and this JVM ends at once: the stores and the broker were the launcher's.
 */
public final class LocalApplication {

    private static final int CANNOT_START = 1;
    private static final int ORPHANED = 3;

    static {
        JvmSettings.apply();
    }

    private LocalApplication() {}

    public static void main(String[] args) throws IOException {
        Orders orders = Orders.read(System.in);
        Thread launcher = new Thread(LocalApplication::endWithTheLauncher, "launcher");
        launcher.setDaemon(true);
        launcher.start();
        LoggingLevels.apply(orders.arguments().toArray(String[]::new));
        try {
            RunningApplication running = RunningApplication.start(orders.application(), Map.of(), orders.arguments());
            Runtime.getRuntime().addShutdownHook(new Thread(running::close, "stop"));
            System.out.println(Orders.STARTED);
        } catch (RuntimeException failure) {
            System.err.println(StartFailure.reason(failure));
            System.exit(CANNOT_START);
        }
    }

    private static void endWithTheLauncher() {
        try {
            while (System.in.read() >= 0) {
                // The launcher sends nothing more.
            }
        } catch (IOException closed) {
            // Treated like the end of the input.
        }
        Runtime.getRuntime().halt(ORPHANED);
    }
}
