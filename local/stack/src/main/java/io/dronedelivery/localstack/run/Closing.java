package io.dronedelivery.localstack.run;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has to be stopped, each rank in the reverse of the order of its start and the ranks one after the other. What starts while
 * all is being stopped already is stopped at once.
 */
final class Closing {

    private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

    /** The order in which parts go: who calls goes before who is called. What nobody has heard of goes without a word. */
    enum Rank {
        GATEWAY(true),
        SERVICES(true),
        BROKER(true),
        STORES(true),
        INSIGHTS(true),
        FILES(false);

        private final boolean told;

        Rank(boolean told) {
            this.told = told;
        }
    }

    private record Part(Rank rank, String name, AutoCloseable closeable) {}

    private final Progress progress;
    private final Deque<Part> parts = new ArrayDeque<>();
    private boolean closed;

    Closing(Progress progress) {
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
        throw new IllegalStateException(name + " came up while the stack was being stopped");
    }

    /** Stops everything, once; a part that cannot be stopped does not keep the others. */
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
        Progress.Step step = progress.begin(part.name());
        try {
            part.closeable().close();
            if (part.rank().told) {
                step.done("stopped");
            }
        } catch (Exception failure) {
            progress.say(part.name(), "could not be stopped: " + failure);
            LOG.debug("{} could not be stopped", part.name(), failure);
        }
    }
}
