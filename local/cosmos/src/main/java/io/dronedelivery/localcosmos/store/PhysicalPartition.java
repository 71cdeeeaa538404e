package io.dronedelivery.localcosmos.store;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.store.PartitionIndexes.Shape;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import reactor.core.publisher.Mono;

/**
 * One physical partition: the documents whose effective partition key falls into its range.
 *
 * <p>One lock a partition. It is held for hash and array operations alone, microseconds at a time, also when a query takes a copy of
 * the references it will look at: documents are immutable, so parsing and evaluating them needs no lock, and an event loop may enter.
 */
public final class PhysicalPartition {
    private final int index;
    private final EpkRange range;
    private final DocumentScanner scanner;
    private final RequestCharges charges;
    private final LongSupplier sequences;
    private final InstantSource clock;
    private final ChangeLog log;

    private final Object lock = new Object();
    private final Map<DocumentKey, StoredDocument> documents = new HashMap<>();
    private final DocumentList bySequence = DocumentList.bySequence();
    private final DocumentList byLsn = DocumentList.byLsn();
    private final PartitionIndexes indexes = new PartitionIndexes();
    private long lsn;

    PhysicalPartition(
            int index,
            EpkRange range,
            DocumentScanner scanner,
            RequestCharges charges,
            LongSupplier sequences,
            InstantSource clock,
            ChangeLog log) {
        this.index = index;
        this.range = range;
        this.scanner = scanner;
        this.charges = charges;
        this.sequences = sequences;
        this.clock = clock;
        this.log = log;
    }

    /**
     * The outcomes of operations, in their order.
     *
     * @param lsn number of the last write of the partition
     * @param safe completes when the changes are in the log; until then nobody may be told of them
     */
    public record Results(List<Outcome> outcomes, long lsn, Mono<Void> safe) {}

    public int index() {
        return index;
    }

    /** The id of the partition key range. */
    public String id() {
        return Integer.toString(index);
    }

    public EpkRange range() {
        return range;
    }

    public long lsn() {
        synchronized (lock) {
            return lsn;
        }
    }

    public int documentCount() {
        synchronized (lock) {
            return documents.size();
        }
    }

    /** Does one operation. */
    public Results execute(Operation operation) {
        return executeEach(List.of(operation));
    }

    /** Does all operations, each for itself. */
    public Results executeEach(List<Operation> operations) {
        synchronized (lock) {
            List<Outcome> outcomes = new ArrayList<>(operations.size());
            List<Change> changes = new ArrayList<>(operations.size());
            for (Operation operation : operations) {
                WriteSession session = newSession();
                outcomes.add(session.apply(operation));
                session.changes().forEach(this::commit);
                changes.addAll(session.changes());
            }
            return new Results(outcomes, lsn, keep(changes));
        }
    }

    /** Does all operations or none: after the first failure the others' outcome is 424. */
    public Results executeAtomically(List<Operation> operations) {
        synchronized (lock) {
            WriteSession session = newSession();
            List<Outcome> outcomes = new ArrayList<>(operations.size());
            for (Operation operation : operations) {
                Outcome outcome = session.apply(operation);
                if (!outcome.isSuccess()) {
                    return new Results(allFailed(operations.size(), outcomes.size(), outcome), lsn, Mono.empty());
                }
                outcomes.add(outcome);
            }
            session.changes().forEach(this::commit);
            return new Results(outcomes, lsn, keep(session.changes()));
        }
    }

    /** Whether {@link #documents} answers at once; if not, {@link #prepare} has to be called from where it may take long. */
    public boolean isPrepared(Selection selection) {
        Shape shape = Shape.of(selection);
        synchronized (lock) {
            return indexes.has(shape);
        }
    }

    /** Builds the index that the selection needs. Reads every document, outside of the lock. */
    public void prepare(Selection selection) {
        Shape shape = Shape.of(selection);
        EqualityIndex index = shape.newIndex();
        List<StoredDocument> existing;
        long builtUntil;
        synchronized (lock) {
            existing = bySequence.after(0);
            builtUntil = lsn;
        }
        existing.forEach(index::add);
        synchronized (lock) {
            byLsn.after(builtUntil).forEach(index::add);
            indexes.publish(shape, index);
        }
    }

    /**
     * The documents that the selection admits by partition key and range, in the order of their creation, from the one after {@code
     * sequence} on; those that its equalities exclude are left out as far as an index tells.
     */
    public List<StoredDocument> documents(Selection selection, long sequence) {
        Shape shape = Shape.of(selection);
        List<StoredDocument> candidates;
        synchronized (lock) {
            EqualityIndex index = indexes.best(shape);
            candidates = index == null ? bySequence.after(sequence) : index.find(selection, sequence);
        }
        // Every index that is asked with a partition key answers for that key alone.
        return selection.range().equals(EpkRange.ALL) ? candidates : admitted(candidates, selection);
    }

    /** The documents changed after {@code lsn}, in the order of their last change. */
    public List<StoredDocument> changesAfter(long lsn, Selection selection) {
        List<StoredDocument> candidates;
        synchronized (lock) {
            candidates = byLsn.after(lsn);
        }
        return selection.admitsAll() ? candidates : admitted(candidates, selection);
    }

    /** Takes a change from the log at start. */
    void restore(Change change) {
        synchronized (lock) {
            commit(change);
        }
    }

    void restorePosition(long position) {
        synchronized (lock) {
            lsn = Math.max(lsn, position);
        }
    }

    private static List<StoredDocument> admitted(List<StoredDocument> candidates, Selection selection) {
        return candidates.stream().filter(selection::admits).toList();
    }

    private WriteSession newSession() {
        return new WriteSession(
                documents, scanner, charges, sequences, lsn, clock.instant().getEpochSecond());
    }

    private Mono<Void> keep(List<Change> changes) {
        return changes.isEmpty() ? Mono.empty() : log.append(changes);
    }

    private void commit(Change change) {
        lsn = Math.max(lsn, change.lsn());
        StoredDocument document = change.document();
        StoredDocument previous =
                change.deleted() ? documents.remove(document.key()) : documents.put(document.key(), document);
        if (previous != null) {
            previous.retire();
            byLsn.noteRetired();
        }
        if (change.deleted()) {
            bySequence.noteRetired();
            return;
        }
        bySequence.put(document);
        byLsn.put(document);
        indexes.add(document, documents.size());
    }

    private static List<Outcome> allFailed(int count, int failedAt, Outcome failure) {
        List<Outcome> outcomes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            outcomes.add(i == failedAt ? failure : Outcome.failedDependency());
        }
        return outcomes;
    }
}
