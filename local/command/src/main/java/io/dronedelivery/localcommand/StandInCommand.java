package io.dronedelivery.localcommand;

import io.dronedelivery.localcommand.StandIn.Listener;
import io.dronedelivery.localcommand.StandIn.StartedStandIn;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Starts stand-ins, says where they are, and runs until a signal ends the JVM. */
@Command(mixinStandardHelpOptions = true, versionProvider = LocalCommand.LocalVersion.class, sortOptions = false)
abstract class StandInCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final NetworkOptions network = new NetworkOptions();

    private final Deque<StartedStandIn> running = new ArrayDeque<>();

    abstract List<StandIn> standIns(NetworkOptions network);

    @Override
    public final Integer call() throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop"));
        for (StandIn standIn : chosen()) {
            StartedStandIn started = start(standIn);
            synchronized (running) {
                running.push(started);
            }
        }
        running.descendingIterator()
                .forEachRemaining(started -> spec.commandLine()
                        .getOut()
                        .println(network.printConnection ? started.connection() : started.ready()));
        makeArchive();
        new CountDownLatch(1).await();
        return 0;
    }

    private List<StandIn> chosen() {
        try {
            return standIns(network);
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), String.valueOf(wrong.getMessage()), wrong);
        }
    }

    private StartedStandIn start(StandIn standIn) throws Exception {
        try {
            return standIn.start().call();
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), String.valueOf(wrong.getMessage()), wrong);
        } catch (RuntimeException failure) {
            String listening = whyNotListening(failure, standIn.listeners());
            throw listening == null ? failure : new IllegalStateException(listening, failure);
        }
    }

    /** Null when the failure has another reason. */
    private @Nullable String whyNotListening(Throwable failure, List<Listener> listeners) {
        StringBuilder messages = new StringBuilder();
        Throwable cause = failure;
        while (cause.getCause() != null && !(cause instanceof SocketException)) {
            messages.append(cause.getMessage()).append(' ');
            cause = cause.getCause();
        }
        if (!(cause instanceof SocketException
                || cause instanceof UnresolvedAddressException
                || cause instanceof UnknownHostException)) {
            return null;
        }
        Listener listener = listeners.stream()
                .filter(one -> messages.toString().matches("(?s).*port " + one.port() + "\\b.*"))
                .findFirst()
                .orElse(listeners.get(0));
        String where = "Port " + listener.port() + " of " + network.bind;
        return String.valueOf(cause.getMessage()).contains("in use")
                ? where + " is in use, perhaps by " + listener.others() + "; choose another with " + listener.option()
                : where + " cannot be listened on: " + cause.getMessage();
    }

    private void makeArchive() {
        String missing = System.getProperty(StandInJvm.MISSING_ARCHIVE);
        if (missing != null) {
            new StandInJvm(Path.of(System.getProperty("java.class.path"))).makeArchive(spec.name(), Path.of(missing));
        }
    }

    private void stop() {
        synchronized (running) {
            while (!running.isEmpty()) {
                try {
                    running.pop().process().close();
                } catch (Exception e) {
                    System.err.println("It did not stop in order: " + e.getMessage());
                }
            }
        }
    }
}
