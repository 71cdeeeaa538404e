package io.dronedelivery.cosmosaccess;

import com.azure.cosmos.models.FeedRange;

/**
 * A part of a container: the documents whose partition keys have hashes in a range. After a physical partition is split, an older range
 * still has all of its documents.
 *
 * @param token the range as text: a-z, A-Z, 0-9, {@code -} and {@code _}, so that it may be a part of a document's id
 */
public record DocumentRange(String token) {

    static DocumentRange of(FeedRange range) {
        return new DocumentRange(range.toString().replace("=", ""));
    }

    FeedRange feedRange() {
        return FeedRange.fromString(token);
    }
}
