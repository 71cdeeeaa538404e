package io.dronedelivery.localcosmos.sql;

import java.util.Iterator;
import tools.jackson.databind.JsonNode;

/** Documents of a partition with ascending numbers: the order of {@code _rid}. */
public interface NumberedDocuments extends Iterator<JsonNode> {

    long number();

    static NumberedDocuments of(Iterator<? extends JsonNode> documents) {
        return new NumberedDocuments() {
            private long number;

            @Override
            public boolean hasNext() {
                return documents.hasNext();
            }

            @Override
            public JsonNode next() {
                number++;
                return documents.next();
            }

            @Override
            public long number() {
                return number;
            }
        };
    }
}
