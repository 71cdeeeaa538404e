package io.dronedelivery.promise.cluster;

import io.dronedelivery.lab.kit.process.Jvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/** One of the processes of a part, which can be killed and started again. */
public final class ServiceInstance {

    /** Generous: other builds may share the machine. */
    private static final Duration TIMEOUT = Duration.ofMinutes(6);

    private static final int MOST_STARTS = 3;

    private final ClusterPart part;
    private final int number;
    private final int port;
    private final Jvm jvm;
    private final Callable<Boolean> ready;
    private volatile boolean wasReady;

    /** @param ready whether it takes requests */
    ServiceInstance(ClusterPart part, int number, int port, Jvm jvm, Callable<Boolean> ready) {
        this.part = part;
        this.number = number;
        this.port = port;
        this.jvm = jvm;
        this.ready = ready;
    }

    public ClusterPart part() {
        return part;
    }

    /** Such as {@code invoice-service-2}. */
    public String name() {
        return nameOf(part, number);
    }

    static String nameOf(ClusterPart part, int number) {
        return part == ClusterPart.BROKER ? part.label() : part.label() + "-" + number;
    }

    public String url() {
        return "http://localhost:" + port;
    }

    /** {@code SIGKILL}: no chance to say or save anything. */
    public void kill() throws InterruptedException {
        jvm.kill();
        awaitEnd();
    }

    /** {@code SIGTERM}, as at the end of a container; returns the exit code. */
    public int terminate() throws InterruptedException {
        jvm.terminate();
        awaitEnd();
        return jvm.exitCode();
    }

    private void awaitEnd() throws InterruptedException {
        if (!jvm.awaitEnd(TIMEOUT)) {
            throw new IllegalStateException("%s does not end; its log is %s".formatted(name(), jvm.log()));
        }
    }

    /** Starts it where it was, without waiting for it. */
    public void start() throws IOException {
        wasReady = false;
        jvm.start();
    }

    /**
     * Waits until it answers. When it ends while it starts, as one does that cannot reach its store in time, it is started again, as whoever
     * runs containers does.
     *
     * @throws IllegalStateException when it has ended again and again, or after it had been ready
     */
    public void awaitReady() {
        for (int starts = 1; !isReady(); starts++) {
            if (wasReady || starts == MOST_STARTS) {
                throw new IllegalStateException("%s has ended by itself; its log is %s".formatted(name(), jvm.log()));
            }
            try {
                start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        wasReady = true;
    }

    /** Waits for it to answer, or to end. */
    private boolean isReady() {
        Awaitility.await(name() + " to be ready; its log is " + jvm.log())
                .atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptions()
                .until(() -> !jvm.isAlive() || ready.call());
        return jvm.isAlive();
    }

    /**
     * Has the clock of the running process jump, if it is one that {@link ClusterPlan#clocks} names; the next one begins as that says.
     *
     * @param to how far it is ahead of the machine's then; negative for behind
     */
    public void moveClock(Duration to) throws IOException {
        MovedClock.move(jvm, to);
    }

    public boolean isAlive() {
        return jvm.isAlive();
    }

    /** Kills it; it does not start again. */
    void abandon() {
        jvm.abandon();
    }
}
