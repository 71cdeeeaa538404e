package io.dronedelivery.cosmosaccess;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Some of the documents that a query selects. A page may be empty even if others follow.
 *
 * @param documents in the order of the query
 * @param continuation where the next page begins; null after the last one
 */
public record DocumentPage(
        List<JsonNode> documents, @Nullable String continuation) {

    static final DocumentPage NONE = new DocumentPage(List.of(), null);

    public DocumentPage {
        documents = List.copyOf(documents);
    }
}
