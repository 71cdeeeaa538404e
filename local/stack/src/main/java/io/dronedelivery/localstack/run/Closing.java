package io.dronedelivery.localstack.run;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running parts. They are stopped rank by rank, and within a rank in the reverse order of their start. A part that starts during the
 * stop is stopped at once. Thread-safe.
 */
final class Closing {

    private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

    /** The order in which parts are stopped: callers before the parts that they call. The removal of files is not reported. */
    enum Rank {
        GATEWAY(true),
        SERVICES(true),
        BROKER(true),
        STORES(true),
        AUTH(true),
        INSIGHTS(true),
        FILES(false);

        private final boolean reported;

        Rank(boolean reported) {
            this.reported = reported;
        }
    }

    private record Part(Rank rank, String name, AutoCloseable closeable) {}

    private final StartProgress progress;
    private final Deque<Part> parts = new ArrayDeque<>();
    private boolean closed;

    Closing(StartProgress progress) {
        this.progress = progress;
    }

    <T extends AutoCloseable> T add(Rank rank, String name, T closeable) {
        Part part = new Part(rank, name, closeable);
        synchronized (parts) {
            if (!closed) {
                parts.push(part);
                return closeable;
            }
        }
        close(part);
        throw new IllegalStateException(name + " started while the stack was being stopped");
    }

    /** Stops everything, once. A failure to stop one part does not affect the others. */
    void closeAll() {
        Deque<Part> toClose;
        synchronized (parts) {
            closed = true;
            toClose = new ArrayDeque<>(parts);
            parts.clear();
        }
        for (Rank rank : Rank.values()) {
            toClose.stream().filter(part -> part.rank() == rank).forEach(this::close);
        }
    }

    private void close(Part part) {
        StartProgress.StartStep step = progress.begin(part.name());
        try {
            part.closeable().close();
            if (part.rank().reported) {
                step.done("stopped");
            }
        } catch (Exception failure) {
            progress.say(part.name(), "could not be stopped: " + failure);
            LOG.debug("{} could not be stopped", part.name(), failure);
        }
    }
}
