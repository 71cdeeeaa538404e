package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.store.DocumentKey;
import io.dronedelivery.localcosmos.store.DocumentPatch;
import io.dronedelivery.localcosmos.store.DocumentScanner;
import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.Operation;
import io.dronedelivery.localcosmos.store.Scalar;
import io.dronedelivery.localcosmos.store.ServiceException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads the operations of a batch. The documents in it become slices of its bytes.
 *
 * @param partitionKey of all operations, or null when each has its own
 */
record BatchReader(DocumentScanner scanner, @Nullable Scalar partitionKey) {
    private static final int MAX_OPERATIONS = 100;

    /**
     * An operation of a batch.
     *
     * @param minimal whether the answer omits the document
     * @param failure the error of an invalid operation, which then is absent
     */
    record BatchEntry(
            @Nullable Operation operation,
            boolean minimal,
            @Nullable ServiceException failure) {}

    List<BatchEntry> read(byte[] body) {
        try (JsonParser parser = Json.MAPPER.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw ServiceException.badRequest("The body of a batch must be an array of operations.");
            }
            List<BatchEntry> entries = new ArrayList<>();
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                entries.add(new Fields().read(parser, body));
            }
            if (parser.currentToken() != JsonToken.END_ARRAY) {
                throw ServiceException.badRequest("The operations of a batch must be objects.");
            }
            if (parser.nextToken() != null) {
                throw ServiceException.badRequest("The request's body is more than one JSON value.");
            }
            if (entries.isEmpty() || entries.size() > MAX_OPERATIONS) {
                throw ServiceException.badRequest(
                        "A batch has 1 to " + MAX_OPERATIONS + " operations, not " + entries.size() + ".");
            }
            return entries;
        } catch (JacksonException e) {
            throw Json.invalid(e);
        }
    }

    /** The members of one operation, in any order. */
    private final class Fields {
        private String type = "";
        private @Nullable String id;
        private @Nullable String ifMatch;
        private @Nullable String ifNoneMatch;
        private @Nullable Scalar key = partitionKey;
        private boolean minimal;
        private int resourceFrom;
        private int resourceTo;
        private DocumentScanner.@Nullable Scanned document;
        private @Nullable DocumentPatch patch;
        private @Nullable ServiceException failure;

        BatchEntry read(JsonParser parser, byte[] body) {
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                parser.nextToken();
                switch (name) {
                    case "operationType" -> type = text(parser);
                    case "id" -> id = text(parser);
                    case "ifMatch" -> ifMatch = text(parser);
                    case "ifNoneMatch" -> ifNoneMatch = text(parser);
                    case "partitionKey" -> readPartitionKey(text(parser));
                    case "minimalReturnPreference" -> minimal = parser.getBooleanValue();
                    case "resourceBody" -> readResource(parser, body);
                    default -> throw ServiceException.badRequest("The batch member '" + name + "' is unknown.");
                }
            }
            if (resourceTo > 0 && !type.isEmpty()) {
                readSkippedResource(body);
            }
            return entry();
        }

        private static String text(JsonParser parser) {
            if (parser.currentToken() != JsonToken.VALUE_STRING) {
                throw ServiceException.badRequest("The batch member '" + parser.currentName() + "' is no text.");
            }
            return parser.getString();
        }

        private void readPartitionKey(String json) {
            try {
                key = PartitionKeys.parsed(json, scanner.partitionKeyPaths().size());
                if (partitionKey != null && !partitionKey.equals(key)) {
                    failure = ServiceException.badRequest("One or more operations within the batch request have a"
                            + " different partition key value than the request: " + json + ".");
                }
            } catch (ServiceException e) {
                failure = e;
            }
        }

        /** Reads a document. The SDK for Java writes the type first, so that a document need not be parsed twice. */
        private void readResource(JsonParser parser, byte[] body) {
            if (type.isEmpty()) {
                resourceFrom = (int) parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                resourceTo = (int) parser.currentLocation().getByteOffset();
                return;
            }
            resourceTo = 0; // the last of several counts
            try {
                if (type.equals("Patch")) { // no document, and without its own id
                    patch = DocumentPatch.parse(Json.readEmbedded(parser), Queries::condition);
                } else {
                    document = scanner.scan(parser, body);
                }
            } catch (ServiceException e) {
                failure = e; // of this operation; the others of a bulk are executed
            }
        }

        private void readSkippedResource(byte[] body) {
            byte[] resource = Arrays.copyOfRange(body, resourceFrom, resourceTo);
            try (JsonParser parser = Json.MAPPER.createParser(resource)) {
                parser.nextToken();
                readResource(parser, resource);
            }
        }

        private BatchEntry entry() {
            if (failure != null) {
                return new BatchEntry(null, minimal, failure);
            }
            try {
                return new BatchEntry(operation(), minimal, null);
            } catch (ServiceException e) {
                return new BatchEntry(null, minimal, e);
            }
        }

        private Operation operation() {
            // A read in a batch or bulk gets 200 where a single read would get 304.
            if (ifNoneMatch != null) {
                throw ServiceException.notModelled("'ifNoneMatch' in a batch");
            }
            return switch (type) {
                case "Create" -> new Operation.Create(checkedDocument());
                case "Upsert" -> new Operation.Upsert(checkedDocument(), ifMatch);
                case "Replace" -> DocumentHandler.replace(checkedDocument(), documentKey(), ifMatch);
                case "Read" -> new Operation.Read(documentKey(), null);
                case "Delete" -> new Operation.Delete(documentKey(), ifMatch);
                case "Patch" -> {
                    if (patch == null) {
                        throw missing("resourceBody");
                    }
                    yield new Operation.Patch(documentKey(), patch, ifMatch);
                }
                default -> throw ServiceException.badRequest("The operationType '" + type + "' is unknown.");
            };
        }

        private DocumentScanner.Scanned checkedDocument() {
            if (document == null) {
                throw missing("resourceBody");
            }
            if (key == null) {
                throw missing("partitionKey");
            }
            DocumentHandler.checkPartitionKey(document, key);
            return document;
        }

        private DocumentKey documentKey() {
            if (key == null) {
                throw missing("partitionKey");
            }
            if (id == null) {
                throw missing("id");
            }
            return new DocumentKey(key, id);
        }

        private ServiceException missing(String member) {
            return ServiceException.badRequest("The batch operation '" + type + "' needs '" + member + "'.");
        }
    }
}
