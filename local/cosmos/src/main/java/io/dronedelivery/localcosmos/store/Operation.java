package io.dronedelivery.localcosmos.store;

import org.jspecify.annotations.Nullable;

public sealed interface Operation {
    DocumentKey key();

    /** The entity tag that the current version must have, {@code *} for any, or null. */
    default @Nullable String ifMatch() {
        return null;
    }

    record Create(DocumentScanner.Scanned document) implements Operation {
        @Override
        public DocumentKey key() {
            return document.key();
        }
    }

    record Upsert(
            DocumentScanner.Scanned document, @Nullable String ifMatch) implements Operation {
        @Override
        public DocumentKey key() {
            return document.key();
        }
    }

    /**
     * Replaces a document.
     *
     * @param key of the present document
     * @param document may have another id, with the same partition key
     */
    record Replace(
            DocumentKey key,
            DocumentScanner.Scanned document,
            @Nullable String ifMatch) implements Operation {}

    record Patch(
            DocumentKey key, DocumentPatch patch, @Nullable String ifMatch) implements Operation {}

    record Delete(DocumentKey key, @Nullable String ifMatch) implements Operation {}

    /**
     * Reads a document.
     *
     * @param ifNoneMatch the version that the client has already, or null
     */
    record Read(DocumentKey key, @Nullable String ifNoneMatch) implements Operation {}
}
