package io.dronedelivery.localcosmos.store;

import io.dronedelivery.localcosmos.RequestCharges;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Operations on one physical partition that see each other's effects before other callers do. The changes are staged here, and become part
 * of the partition when all operations succeed. Used under the partition's lock.
 */
final class WriteSession {
    private final Base base;
    private final boolean atomic;
    private final long timestamp;
    private long lsn;
    private int versions;
    private final Map<DocumentKey, Optional<DocumentVersion>> staged = new HashMap<>(4);
    private final List<Change> changes = new ArrayList<>(4);
    /** What the documents of this session had claimed before it. */
    private final Map<DocumentKey, List<UniqueKeys.Claim>> claimedBefore;

    /**
     * The partition's state at the begin of a session.
     *
     * @param current the version of a document before the session, or null
     * @param view a stored version with its system properties, as the conditions of a patch see it
     * @param uniqueKeys of the container, or null without one and for sessions that only read
     * @param timeToLive hides expired documents
     * @param sequences numbers new documents
     * @param full whether a logical partition is full
     */
    record Base(
            Function<DocumentKey, @Nullable DocumentVersion> current,
            Function<DocumentVersion, ObjectNode> view,
            DocumentScanner scanner,
            @Nullable UniqueKeys uniqueKeys,
            TimeToLive timeToLive,
            RequestCharges charges,
            LongSupplier sequences,
            Predicate<Scalar> full) {}

    /**
     * @param atomic whether all changes are one write, with one logical sequence number
     * @param lsn number of the last write before this session
     * @param timestamp seconds since 1970
     */
    WriteSession(Base base, boolean atomic, long lsn, long timestamp) {
        this.base = base;
        this.atomic = atomic;
        this.lsn = lsn;
        this.timestamp = timestamp;
        this.claimedBefore = base.uniqueKeys() == null ? Map.of() : new HashMap<>();
    }

    List<Change> changes() {
        return changes;
    }

    /** Number of the last write, including those of this session. */
    long lsn() {
        return lsn;
    }

    OperationOutcome apply(Operation operation) {
        DocumentVersion current = current(operation.key());
        try {
            checkRoom(operation);
            if (operation instanceof Operation.Create create) {
                return create(create.document(), current);
            }
            if (operation instanceof Operation.Upsert upsert) {
                return current == null ? create(upsert.document(), null) : replace(upsert, upsert.document(), current);
            }
            if (current == null) {
                throw ServiceException.notFound(
                        "the document '" + operation.key().id() + "'");
            }
            if (operation instanceof Operation.Replace replace) {
                return replace(replace, replace.document(), current);
            }
            if (operation instanceof Operation.Patch patch) {
                return patch(patch, current);
            }
            if (operation instanceof Operation.Delete delete) {
                return delete(delete, current);
            }
            return read((Operation.Read) operation, current);
        } catch (ServiceException e) {
            return OperationOutcome.failed(base.charges().read(0), e);
        }
    }

    private void checkRoom(Operation operation) {
        boolean writes = !(operation instanceof Operation.Read || operation instanceof Operation.Delete);
        if (writes && base.full().test(operation.key().partitionKey())) {
            throw ServiceException.partitionKeyFull();
        }
    }

    /** The present version, or null. An expired one is deleted here; a session that only reads drops that change. */
    private @Nullable DocumentVersion current(DocumentKey key) {
        Optional<DocumentVersion> mine = staged.get(key);
        DocumentVersion found = mine == null ? base.current().apply(key) : mine.orElse(null);
        if (found != null && base.timeToLive().hasExpired(found)) {
            remove(found, nextLsn());
            return null;
        }
        return found;
    }

    private OperationOutcome create(DocumentScanner.Scanned document, @Nullable DocumentVersion current) {
        checkFree(document.key(), current);
        checkContent(document, null);
        DocumentVersion created = stage(document, base.sequences().getAsLong(), nextLsn());
        return OperationOutcome.of(201, base.charges().create(created.size()), created);
    }

    private OperationOutcome replace(Operation operation, DocumentScanner.Scanned document, DocumentVersion current) {
        checkIfMatch(operation, current);
        boolean renamed = !document.key().equals(current.key());
        if (renamed) {
            checkFree(document.key(), current(document.key()));
        }
        checkContent(document, current);
        long write = nextLsn();
        if (renamed) { // deletes the old id in the same write; the change feed shows only the new version
            remove(current, write);
        }
        DocumentVersion replaced = stage(document, current.sequence(), write);
        return OperationOutcome.of(200, base.charges().replace(replaced.size()), replaced);
    }

    private static void checkFree(DocumentKey key, @Nullable DocumentVersion current) {
        if (current != null) {
            throw ServiceException.conflict(
                    "Entity with the specified id already exists in the system. id: '" + key.id() + "'");
        }
    }

    /** @param replaced the version that this document takes the place of, or null */
    private void checkContent(DocumentScanner.Scanned document, @Nullable DocumentVersion replaced) {
        base.timeToLive().check(document.body());
        UniqueKeys unique = base.uniqueKeys();
        if (unique == null) {
            return;
        }
        for (UniqueKeys.Claim claim : unique.claimsOf(document.key(), document.body())) {
            DocumentKey owner = unique.owner(claim);
            boolean free = owner == null || replaced != null && owner.equals(replaced.key());
            if (!free && current(Objects.requireNonNull(owner)) != null) { // an expired owner loses its claim here
                throw ServiceException.conflict("Unique index constraint violation.");
            }
        }
    }

    /** Reverts what failed operations have claimed. Nothing else of this session may be used then. */
    void revert() {
        UniqueKeys unique = base.uniqueKeys();
        if (unique != null) {
            claimedBefore.keySet().forEach(document -> unique.claim(document, List.of()));
            claimedBefore.forEach(unique::claim);
        }
    }

    private void claim(DocumentKey document, byte @Nullable [] body) {
        UniqueKeys unique = base.uniqueKeys();
        if (unique != null) {
            List<UniqueKeys.Claim> claims = body == null ? List.of() : unique.claimsOf(document, body);
            claimedBefore.putIfAbsent(document, unique.claim(document, claims));
        }
    }

    private OperationOutcome patch(Operation.Patch operation, DocumentVersion current) {
        checkIfMatch(operation, current);
        operation.patch().check(base.view().apply(current));
        ObjectNode patched = operation.patch().apply(Json.readObject(current.body()));
        DocumentScanner.Scanned document = base.scanner().scan(Json.write(patched));
        if (!document.key().equals(current.key())) {
            throw ServiceException.badRequest("A patch cannot change the id or the partition key of a document.");
        }
        checkContent(document, current);
        DocumentVersion replaced = stage(document, current.sequence(), nextLsn());
        return OperationOutcome.of(200, base.charges().replace(replaced.size()), replaced);
    }

    private OperationOutcome delete(Operation.Delete operation, DocumentVersion current) {
        checkIfMatch(operation, current);
        remove(current, nextLsn());
        return OperationOutcome.withoutDocument(204, base.charges().delete(current.size()), null);
    }

    private OperationOutcome read(Operation.Read operation, DocumentVersion current) {
        if (current.etag().equals(operation.ifNoneMatch())) {
            return OperationOutcome.withoutDocument(304, base.charges().read(0), current.etag());
        }
        return OperationOutcome.of(200, base.charges().read(current.size()), current);
    }

    private static void checkIfMatch(Operation operation, DocumentVersion current) {
        String asked = operation.ifMatch();
        if (asked != null && !asked.equals("*") && !asked.equals(current.etag())) {
            throw ServiceException.preconditionFailed();
        }
    }

    private void remove(DocumentVersion current, long write) {
        changes.add(new Change(current, true, write));
        staged.put(current.key(), Optional.empty());
        claim(current.key(), null);
    }

    private DocumentVersion stage(DocumentScanner.Scanned document, long sequence, long write) {
        int place = atomic ? versions++ : 0; // counts versions only: a batch of new ids has twice as many changes
        DocumentVersion version =
                new DocumentVersion(document.key(), sequence, write, place, timestamp, document.body());
        changes.add(new Change(version, false, write));
        staged.put(version.key(), Optional.of(version));
        claim(version.key(), version.body());
        return version;
    }

    private long nextLsn() {
        return atomic && !changes.isEmpty() ? lsn : ++lsn;
    }
}
