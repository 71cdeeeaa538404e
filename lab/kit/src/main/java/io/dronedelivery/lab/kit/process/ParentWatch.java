package io.dronedelivery.lab.kit.process;

import java.util.concurrent.locks.LockSupport;

/** Ends this process when the one that started it has ended, however that came: no SIGKILL is passed on to children. */
public final class ParentWatch {

    private static final long BETWEEN_CHECKS_NANOS = 500_000_000;

    private ParentWatch() {}

    /**
     * Begins to watch. At the end of the parent nothing is written to the terminal any more, which belongs to the shell again; then the
     * process exits as on SIGTERM, so that its shutdown hooks run.
     */
    public static void begin() {
        long parent = parent();
        Thread watch = new Thread(() -> exitAfter(parent), "parent-watch");
        watch.setDaemon(true);
        watch.start();
    }

    private static void exitAfter(long parent) {
        // A killed parent may stay a zombie; its children have another parent at once.
        while (parent() == parent) {
            LockSupport.parkNanos(BETWEEN_CHECKS_NANOS);
        }
        System.out.close();
        System.err.close();
        Runtime.getRuntime().addShutdownHook(new Thread(ParentWatch::killDescendants, "kill-descendants"));
        System.exit(143);
    }

    /** A child that is just starting may take half a minute to end by itself. */
    private static void killDescendants() {
        LockSupport.parkNanos(10 * BETWEEN_CHECKS_NANOS);
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    }

    private static long parent() {
        return ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
    }
}
