package io.dronedelivery.localstack;

import io.dronedelivery.localstack.option.OptionParser;
import io.dronedelivery.localstack.option.UsageException;
import io.dronedelivery.localstack.run.Progress;
import io.dronedelivery.localstack.run.Stack;
import io.dronedelivery.localstack.run.StartFailure;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;

/**
 * Starts everything and keeps it running until it is stopped: the stores, the broker and the applications in this JVM, or with
 * {@code --local.processes} each instance of an application in one of its own. {@code --help} lists the options.
 *
 * <p>Exit codes: 0 after {@code --help}, 1 when a part cannot be started, 2 when an option is wrong; stopped by a signal, 128 and its
 * number, as every JVM does.
 */
public final class LocalStack {

    private static final int CANNOT_START = 1;
    private static final int WRONG_OPTION = 2;

    static {
        JvmSettings.apply();
    }

    private LocalStack() {}

    public static void main(String[] args) throws InterruptedException {
        if (OptionParser.asksForHelp(args)) {
            System.out.print(OptionParser.help());
            return;
        }
        Progress progress = new Progress(System.out);
        Stack stack = new Stack(progress, LocalApplication.class);
        Runtime.getRuntime().addShutdownHook(new Thread(stack::close, "stop"));
        try {
            OptionParser arguments = OptionParser.parse(args);
            LoggingLevels.apply(args);
            stack.start(arguments);
        } catch (UsageException wrong) {
            fail(stack, wrong, WRONG_OPTION);
        } catch (StartFailure | IOException | RejectedExecutionException failure) {
            // Whoever breaks the start off need not be told that it is broken off.
            if (!stack.isStopping()) {
                fail(stack, failure, CANNOT_START);
            }
        }
        stack.awaitStop();
    }

    /** The reason is the last that is said, however much the other parts log of their own start, which ends with this one. */
    private static void fail(Stack stack, Exception reason, int exitCode) {
        stack.close();
        System.err.println(reason.getMessage());
        System.exit(exitCode);
    }
}
