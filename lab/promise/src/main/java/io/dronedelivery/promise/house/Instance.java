package io.dronedelivery.promise.house;

import java.io.IOException;
import java.time.Duration;

/** One of the processes of a part. */
public final class Instance {

    private final Part part;
    private final int number;
    private final int port;
    private final PartProcess process;

    Instance(Part part, int number, int port, PartProcess process) {
        this.part = part;
        this.number = number;
        this.port = port;
        this.process = process;
    }

    public Part part() {
        return part;
    }

    /** Such as {@code invoice-service-2}. */
    public String name() {
        return nameOf(part, number);
    }

    static String nameOf(Part part, int number) {
        return part == Part.BROKER ? part.label() : part.label() + "-" + number;
    }

    public String url() {
        return "http://localhost:" + port;
    }

    /** {@code SIGKILL}: no chance to say or save anything. */
    public void kill() throws InterruptedException {
        process.kill();
    }

    /** {@code SIGTERM}, as at the end of a container; returns the exit code. */
    public int terminate() throws InterruptedException {
        return process.terminate();
    }

    /** Starts it where it was, without waiting for it. */
    public void start() throws IOException {
        process.start();
    }

    public void awaitReady() {
        process.awaitReady();
    }

    /**
     * Has the clock of the running process jump, if it is one that {@link Plan#clocks} names; the next one begins as that says.
     *
     * @param to how far it is ahead of the machine's then; negative for behind
     */
    public void moveClock(Duration to) throws IOException {
        MovedClock.move(process, to);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    PartProcess process() {
        return process;
    }
}
