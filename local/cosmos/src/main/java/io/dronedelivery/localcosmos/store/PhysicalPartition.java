package io.dronedelivery.localcosmos.store;

import io.dronedelivery.localcosmos.store.PartitionIndexes.IndexShape;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * One physical partition: the documents with an effective partition key in its range.
 *
 * <p>Any thread may call it. One lock guards the partition. It is held for hash and array operations alone, for microseconds, so an event
 * loop may take it. A query takes it to copy references to its documents. Documents are immutable, so parsing and evaluating them needs no
 * lock. Writers continue from the last write, which may still be on its way to the log ({@link WriteQueue}). Readers see only logged
 * writes.
 */
public final class PhysicalPartition {
    private final int index;
    private final EpkRange range;
    private final InstantSource clock;
    private final TimeToLive timeToLive;
    private final @Nullable UniqueKeys uniqueKeys;
    private final WriteSession.Base readBase;
    private final WriteSession.Base writeBase;

    private final Object lock = new Object();
    private final Map<DocumentKey, DocumentVersion> documents = new HashMap<>();
    private final DocumentList bySequence = DocumentList.bySequence();
    private final DocumentList byVersion = DocumentList.byVersion();
    private final PartitionIndexes indexes = new PartitionIndexes();
    private final WriteQueue writes;
    private @Nullable VersionHistory history;
    private long lsn;

    /** @param view a stored version with its system properties */
    PhysicalPartition(
            int index,
            EpkRange range,
            DocumentScanner scanner,
            StoreSettings settings,
            LongSupplier sequences,
            Function<DocumentVersion, ObjectNode> view,
            TimeToLive timeToLive,
            List<Set<PropertyPath>> uniqueKeys,
            ChangeLog log) {
        this.index = index;
        this.range = range;
        this.clock = settings.clock();
        this.timeToLive = timeToLive;
        this.uniqueKeys = uniqueKeys.isEmpty() ? null : new UniqueKeys(uniqueKeys);
        this.writes = new WriteQueue(lock, log, this::commit);
        this.readBase = new WriteSession.Base(
                documents::get, view, scanner, null, timeToLive, settings.charges(), sequences, settings.full());
        this.writeBase = new WriteSession.Base(
                key -> writes.latest(key, documents),
                view,
                scanner,
                this.uniqueKeys,
                timeToLive,
                settings.charges(),
                sequences,
                settings.full());
    }

    /**
     * The outcomes of operations, in their order.
     *
     * @param safe completes when readers see the changes in the log, and also the earlier changes that the outcomes depend on. No client
     *     may receive the outcomes before. Fails when the log refuses the changes, and then nothing was done
     */
    public record PartitionResults(List<OperationOutcome> outcomes, Mono<Void> safe) {}

    public int index() {
        return index;
    }

    public String id() {
        return Integer.toString(index);
    }

    public EpkRange range() {
        return range;
    }

    /** Number of the last write that readers see. */
    public long lsn() {
        synchronized (lock) {
            return lsn;
        }
    }

    public int documentCount() {
        List<DocumentVersion> all;
        synchronized (lock) {
            if (!timeToLive.isOn()) {
                return documents.size();
            }
            all = bySequence.after(0);
        }
        return timeToLive.living(all).size();
    }

    /** Deletes expired documents, which no reader sees any more. Looks for them outside of the lock. Returns their number. */
    int deleteExpired(int most) {
        List<DocumentVersion> all;
        synchronized (lock) {
            all = bySequence.after(0);
        }
        List<DocumentVersion> expired =
                all.stream().filter(timeToLive::hasExpired).limit(most).toList();
        if (!expired.isEmpty()) {
            synchronized (lock) {
                WriteSession session = newSession(false);
                // Reading in a session that writes deletes what has expired; meanwhile it may have been written again.
                expired.forEach(document -> session.apply(new Operation.Read(document.key(), null)));
                writes.add(session.changes(), session.lsn());
            }
        }
        return expired.size();
    }

    public PartitionResults execute(Operation operation) {
        return executeEach(List.of(operation));
    }

    public PartitionResults executeEach(List<Operation> operations) {
        if (operations.stream().allMatch(Operation.Read.class::isInstance)) {
            return read(operations);
        }
        synchronized (lock) {
            WriteSession session = newSession(false);
            List<OperationOutcome> outcomes = new ArrayList<>(operations.size());
            for (Operation operation : operations) {
                outcomes.add(session.apply(operation));
            }
            return new PartitionResults(outcomes, writes.add(session.changes(), session.lsn()));
        }
    }

    /** Executes all operations or none: after the first failure the outcome of the others is 424. */
    public PartitionResults executeAtomically(List<Operation> operations) {
        synchronized (lock) {
            WriteSession session = newSession(true);
            List<OperationOutcome> outcomes = new ArrayList<>(operations.size());
            for (Operation operation : operations) {
                OperationOutcome outcome = session.apply(operation);
                if (!outcome.isSuccess()) {
                    session.revert();
                    return new PartitionResults(
                            allFailed(operations.size(), outcomes.size(), outcome), writes.add(List.of(), lsn));
                }
                outcomes.add(outcome);
            }
            return new PartitionResults(outcomes, writes.add(session.changes(), session.lsn()));
        }
    }

    /** Reads logged writes without waiting. */
    private PartitionResults read(List<Operation> reads) {
        List<OperationOutcome> outcomes = new ArrayList<>(reads.size());
        synchronized (lock) {
            WriteSession session = new WriteSession(readBase, false, lsn, 0);
            reads.forEach(read -> outcomes.add(session.apply(read)));
        }
        return new PartitionResults(outcomes, Mono.empty());
    }

    /** Whether {@link #documents} answers at once. Otherwise {@link #prepare} must be called on a thread that may block. */
    public boolean isPrepared(Selection selection) {
        IndexShape shape = IndexShape.of(selection);
        synchronized (lock) {
            return indexes.has(shape);
        }
    }

    /** Builds the index for the selection. Reads every document, outside of the lock. */
    public void prepare(Selection selection) {
        IndexShape shape = IndexShape.of(selection);
        EqualityIndex index = shape.newIndex();
        List<DocumentVersion> existing;
        long builtUntil;
        synchronized (lock) {
            existing = bySequence.after(0);
            builtUntil = lsn;
        }
        existing.forEach(index::add);
        synchronized (lock) {
            byVersion.after(DocumentVersion.lastVersionOf(builtUntil)).forEach(index::add);
            indexes.publish(shape, index);
        }
    }

    /**
     * The documents in the selection's partition key and range, in the order of their creation, after {@code sequence}. Documents that its
     * equalities exclude are omitted as far as an index shows them.
     */
    public List<DocumentVersion> documents(Selection selection, long sequence) {
        IndexShape shape = IndexShape.of(selection);
        List<DocumentVersion> candidates;
        synchronized (lock) {
            EqualityIndex index = indexes.best(shape);
            candidates = index == null ? bySequence.after(sequence) : index.find(selection, sequence);
        }
        // Every index that is queried with a partition key answers for that key alone.
        return timeToLive.living(selection.range().equals(EpkRange.ALL) ? candidates : admitted(candidates, selection));
    }

    /** The documents changed after {@code lsn}, in the order of their last change. */
    public List<DocumentVersion> changesAfter(long lsn, Selection selection) {
        List<DocumentVersion> candidates;
        synchronized (lock) {
            candidates = byVersion.after(DocumentVersion.lastVersionOf(lsn));
        }
        return timeToLive.living(selection.admitsAll() ? candidates : admitted(candidates, selection));
    }

    /** Keeps all versions from now on, unless it does already. Must be called before {@link #versionsAfter}. */
    public void keepVersions() {
        synchronized (lock) {
            if (history == null) {
                history = new VersionHistory(lsn);
            }
        }
    }

    /**
     * All changes after {@code lsn}, in the order of their writes.
     *
     * @param keepSeconds how long changes can be read
     * @throws ServiceException 400 when the partition does not have all of them any more
     */
    public List<VersionHistory.VersionChange> versionsAfter(long lsn, Selection selection, long keepSeconds) {
        long since = clock.instant().getEpochSecond() - keepSeconds;
        List<VersionHistory.VersionChange> changes;
        synchronized (lock) {
            changes = Objects.requireNonNull(history).after(lsn, since);
        }
        return changes.stream()
                .filter(change -> selection.admitsAll() || selection.admits(change.any()))
                .toList();
    }

    void restore(Change change) {
        synchronized (lock) {
            commit(change);
            if (uniqueKeys != null) {
                DocumentVersion document = change.document();
                uniqueKeys.claim(
                        document.key(),
                        change.deleted() ? List.of() : uniqueKeys.claimsOf(document.key(), document.body()));
            }
        }
    }

    void restorePosition(long position) {
        synchronized (lock) {
            lsn = Math.max(lsn, position);
        }
    }

    private static List<DocumentVersion> admitted(List<DocumentVersion> candidates, Selection selection) {
        return candidates.stream().filter(selection::admits).toList();
    }

    private WriteSession newSession(boolean atomic) {
        return new WriteSession(
                writeBase, atomic, Math.max(lsn, writes.lsn()), clock.instant().getEpochSecond());
    }

    /** Makes a change visible to readers. */
    private void commit(Change change) {
        lsn = Math.max(lsn, change.lsn());
        DocumentVersion document = change.document();
        DocumentVersion previous =
                change.deleted() ? documents.remove(document.key()) : documents.put(document.key(), document);
        if (previous != null) {
            previous.retire();
            byVersion.noteRetired();
        }
        if (history != null) {
            boolean expired = change.deleted() && timeToLive.hasExpired(document);
            long now = change.deleted() ? clock.instant().getEpochSecond() : document.timestamp();
            history.add(new VersionHistory.VersionChange(
                    change.lsn(), now, change.deleted() ? null : document, previous, expired));
        }
        if (change.deleted()) {
            bySequence.noteRetired();
            return;
        }
        bySequence.put(document);
        byVersion.put(document);
        indexes.add(document, documents.size());
    }

    private static List<OperationOutcome> allFailed(int count, int failedAt, OperationOutcome failure) {
        List<OperationOutcome> outcomes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            outcomes.add(i == failedAt ? failure : OperationOutcome.failedDependency());
        }
        return outcomes;
    }
}
