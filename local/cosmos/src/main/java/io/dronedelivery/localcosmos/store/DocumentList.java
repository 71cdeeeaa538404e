package io.dronedelivery.localcosmos.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Documents in ascending order of a number. Replaced or deleted versions stay until they are the majority, and readers skip them. So a
 * write never moves a long array. Guarded by the partition's lock.
 */
final class DocumentList {
    private static final DocumentVersion[] NONE = {};

    private final ToLongFunction<DocumentVersion> order;
    private DocumentVersion[] documents = NONE;
    private int size;
    private int retired;

    private DocumentList(ToLongFunction<DocumentVersion> order) {
        this.order = order;
    }

    static DocumentList bySequence() {
        return new DocumentList(DocumentVersion::sequence);
    }

    static DocumentList byVersion() {
        return new DocumentList(DocumentVersion::version);
    }

    /** Adds the document, or replaces the one with the same number. */
    void put(DocumentVersion document) {
        int place = size == 0 || number(size - 1) < order.applyAsLong(document)
                ? size
                : placeOf(order.applyAsLong(document));
        if (place < size && number(place) == order.applyAsLong(document)) {
            documents[place] = document;
            return;
        }
        if (size == documents.length) {
            documents = Arrays.copyOf(documents, Math.max(size + 1, size + (size >> 1)));
        }
        System.arraycopy(documents, place, documents, place + 1, size - place);
        documents[place] = document;
        size++;
    }

    /** Must be called for each document of this list that was retired. */
    void noteRetired() {
        if (++retired > 1_024 && retired > size / 2) {
            dropRetired();
        }
    }

    /** Returns whether any document is left. */
    boolean dropRetired() {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (documents[i].isLive()) {
                documents[kept++] = documents[i];
            }
        }
        documents = Arrays.copyOf(documents, kept);
        size = kept;
        retired = 0;
        return kept > 0;
    }

    /** A copy of the live documents with numbers above {@code number}. */
    List<DocumentVersion> after(long number) {
        int from = placeOf(number + 1);
        List<DocumentVersion> copy = new ArrayList<>(size - from);
        for (int i = from; i < size; i++) {
            if (documents[i].isLive()) {
                copy.add(documents[i]);
            }
        }
        return copy;
    }

    private long number(int place) {
        return order.applyAsLong(documents[place]);
    }

    /** The first place with a number that is not below {@code number}. */
    private int placeOf(long number) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (number(middle) < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
