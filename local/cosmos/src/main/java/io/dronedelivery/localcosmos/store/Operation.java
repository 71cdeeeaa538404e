package io.dronedelivery.localcosmos.store;

import org.jspecify.annotations.Nullable;

/** What a client asks of one document. */
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

    record Replace(
            DocumentScanner.Scanned document, @Nullable String ifMatch) implements Operation {
        @Override
        public DocumentKey key() {
            return document.key();
        }
    }

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
