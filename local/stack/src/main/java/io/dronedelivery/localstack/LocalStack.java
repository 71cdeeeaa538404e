package io.dronedelivery.localstack;

import io.dronedelivery.localstack.option.OptionParser;
import io.dronedelivery.localstack.option.UsageException;
import io.dronedelivery.localstack.run.Stack;
import io.dronedelivery.localstack.run.StartFailure;
import io.dronedelivery.localstack.run.StartProgress;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;

/**
 * Starts everything and keeps it running until it is stopped: the stores, the broker and the applications. All run in this JVM. With
 * {@code --local.processes} each instance of an application runs in a separate JVM. {@code --help} lists the options.
 *
 * <p>Exit codes: 0 after {@code --help}, 1 when a part cannot be started, 2 when an option is wrong. After a signal, 128 plus its number,
 * as for every JVM, unless {@value #AFTER_A_SIGNAL} is set.
 */
public final class LocalStack {

    private static final int CANNOT_START = 1;
    private static final int WRONG_OPTION = 2;

    /**
     * The system property with the exit code after a signal. Maven's plugin takes the code of Ctrl-C for a success, and that of a termination
     * signal for a failed build.
     */
    private static final String AFTER_A_SIGNAL = "local-stack.exit-code-after-signal";

    static {
        JvmSettings.apply();
    }

    private LocalStack() {}

    public static void main(String[] args) throws InterruptedException {
        if (OptionParser.asksForHelp(args)) {
            System.out.print(OptionParser.help());
            return;
        }
        StartProgress progress = new StartProgress(System.out);
        Stack stack = new Stack(progress, LocalApplication.class);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stopAfterSignal(stack), "stop"));
        try {
            OptionParser arguments = OptionParser.parse(args);
            LoggingLevels.apply(args);
            stack.start(arguments);
        } catch (UsageException wrong) {
            fail(stack, wrong, WRONG_OPTION);
        } catch (StartFailure | IOException | RejectedExecutionException failure) {
            // A user who stops the start needs no message that it failed.
            if (!stack.isStopping()) {
                fail(stack, failure, CANNOT_START);
            }
        }
        stack.awaitStop();
    }

    /** Does nothing more when a failure has stopped the stack already. */
    private static void stopAfterSignal(Stack stack) {
        boolean isSignal = !stack.isStopping();
        stack.close();
        Integer exitCode = Integer.getInteger(AFTER_A_SIGNAL);
        if (isSignal && exitCode != null) {
            Runtime.getRuntime().halt(exitCode);
        }
    }

    /** Prints the reason last, after all that other parts log while this ends them. */
    private static void fail(Stack stack, Exception reason, int exitCode) {
        stack.close();
        System.err.println(reason.getMessage());
        System.exit(exitCode);
    }
}
