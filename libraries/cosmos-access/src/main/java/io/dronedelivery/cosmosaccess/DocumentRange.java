package io.dronedelivery.cosmosaccess;

import com.azure.cosmos.models.FeedRange;

/**
 * A part of a container: the documents whose partition keys' hashes lie in a range. After a split of a physical partition a range from before
 * still has all of its documents.
 *
 * @param token the range as text: letters, digits, {@code -} and {@code _}, so that it may be a part of a document's id
 */
public record DocumentRange(String token) {

    static DocumentRange of(FeedRange range) {
        return new DocumentRange(range.toString().replace("=", ""));
    }

    FeedRange feedRange() {
        return FeedRange.fromString(token);
    }
}
