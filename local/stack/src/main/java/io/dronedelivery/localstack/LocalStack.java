package io.dronedelivery.localstack;

import io.dronedelivery.localstack.option.OptionParser;
import io.dronedelivery.localstack.option.UsageException;
import io.dronedelivery.localstack.run.Progress;
import io.dronedelivery.localstack.run.Stack;
import io.dronedelivery.localstack.run.StartFailure;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;

/**
 * Starts everything in one JVM and keeps it running until it is stopped. {@code --help} lists the options.
 *
 * <p>Exit codes: 0 after {@code --help}, 1 when a part cannot be started, 2 when an option is wrong; stopped by a signal, 128 and its
 * number, as every JVM does.
 */
public final class LocalStack {

    private static final int CANNOT_START = 1;
    private static final int WRONG_OPTION = 2;

    static {
        // Read once, when the classes of the Cosmos SDK load: the local Cosmos DB speaks plain HTTP, and there is no
        // machine
        // metadata service to ask.
        setIfAbsent("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
        setIfAbsent("COSMOS.DISABLE_IMDS_ACCESS", "true");
        // Four applications share one logging configuration: none of them may set it up for itself.
        setIfAbsent("org.springframework.boot.logging.LoggingSystem", "none");
        setIfAbsent("java.awt.headless", "true");
        // Three subscriptions with eight sessions each, consumed by threads that wait; Reactor gives 10 for each
        // processor.
        setIfAbsent("reactor.schedulers.defaultBoundedElasticSize", "64");
    }

    private LocalStack() {}

    public static void main(String[] args) throws InterruptedException {
        if (OptionParser.asksForHelp(args)) {
            System.out.print(OptionParser.help());
            return;
        }
        Progress progress = new Progress(System.out);
        Stack stack = new Stack(progress);
        Runtime.getRuntime().addShutdownHook(new Thread(stack::close, "stop"));
        try {
            OptionParser arguments = OptionParser.parse(args);
            LoggingLevels.apply(args);
            stack.start(arguments);
        } catch (UsageException wrong) {
            fail(wrong, WRONG_OPTION);
        } catch (StartFailure | IOException | RejectedExecutionException failure) {
            // Whoever breaks the start off need not be told that it is broken off.
            if (!stack.isStopping()) {
                fail(failure, CANNOT_START);
            }
        }
        stack.awaitStop();
    }

    private static void fail(Exception reason, int exitCode) {
        System.err.println(reason.getMessage());
        System.exit(exitCode);
    }

    private static void setIfAbsent(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }
}
