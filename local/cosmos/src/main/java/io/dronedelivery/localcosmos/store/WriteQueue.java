package io.dronedelivery.localcosmos.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The writes of a physical partition on their way to the log. Writers continue from them; readers do not see them yet. A log that stores
 * nothing confirms every write at once. Guarded by the partition's lock, which the log's thread takes for each result.
 */
final class WriteQueue {
    private final Object lock;
    private final ChangeLog log;
    private final Consumer<Change> commit;
    private final Map<DocumentKey, Change> waiting = new HashMap<>();
    private @Nullable Write last;
    private long lsn;

    /** @param commit makes a change visible to readers; called under the lock, in the order of the writes */
    WriteQueue(Object lock, ChangeLog log, Consumer<Change> commit) {
        this.lock = lock;
        this.log = log;
        this.commit = commit;
    }

    /** The version from which a writer continues, or null. */
    @Nullable
    DocumentVersion latest(DocumentKey key, Map<DocumentKey, DocumentVersion> committed) {
        Change change = waiting.isEmpty() ? null : waiting.get(key);
        if (change == null) {
            return committed.get(key);
        }
        return change.deleted() ? null : change.document();
    }

    /** Number of the last waiting write, or one that the partition has passed already. */
    long lsn() {
        return lsn;
    }

    /**
     * Sends changes to the log.
     *
     * @param changes of one or more operations. When empty, the result only waits for the writes that the operations depend on
     * @param lastLsn number of the last of those writes
     * @return completes when readers see the changes; fails when the log refused them or a write that they depend on
     */
    Mono<Void> add(List<Change> changes, long lastLsn) {
        if (changes.isEmpty()) {
            return last == null ? Mono.empty() : last.outcome();
        }
        Write write = new Write(changes);
        log.append(changes, write);
        if (!write.done) {
            changes.forEach(change -> waiting.put(change.document().key(), change));
            lsn = lastLsn;
            last = write;
        }
        return write.outcome();
    }

    private final class Write implements ChangeLog.Receipt {
        private final List<Change> changes;
        private boolean done;
        private @Nullable ServiceException refusal;
        private Sinks.@Nullable Empty<Void> listeners;

        Write(List<Change> changes) {
            this.changes = changes;
        }

        @Override
        public void kept() {
            RuntimeException failure = null;
            Sinks.Empty<Void> signal;
            synchronized (lock) {
                try {
                    changes.forEach(commit);
                } catch (RuntimeException e) { // no caller may wait for this write for ever
                    failure = e;
                }
                // a later write of the document stays
                changes.forEach(change -> waiting.remove(change.document().key(), change));
                signal = end();
            }
            if (failure != null) {
                if (signal != null) {
                    signal.tryEmitError(failure);
                }
                throw failure;
            }
            if (signal != null) {
                signal.tryEmitEmpty();
            }
        }

        /** Later writes are refused too, because writers then continue from the readers' state. */
        @Override
        public void refused(ServiceException reason) {
            Sinks.Empty<Void> signal;
            synchronized (lock) {
                refusal = reason;
                waiting.clear();
                lsn = 0;
                signal = end();
            }
            if (signal != null) {
                signal.tryEmitError(reason);
            }
        }

        private Sinks.@Nullable Empty<Void> end() {
            done = true;
            if (last == this) {
                last = null;
            }
            return listeners;
        }

        Mono<Void> outcome() {
            if (done) {
                return refusal == null ? Mono.empty() : Mono.error(refusal);
            }
            if (listeners == null) {
                listeners = Sinks.empty();
            }
            return listeners.asMono();
        }
    }
}
