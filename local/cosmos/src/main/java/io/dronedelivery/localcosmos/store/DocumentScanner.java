package io.dronedelivery.localcosmos.store;

import io.dronedelivery.localcosmos.sql.Numbers;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads a client's document in one pass over its bytes. Checks that it is an object, finds its id and partition key, and keeps the bytes
 * unchanged. Only a document with system properties, which was read before, is rewritten without them.
 */
public final class DocumentScanner {
    static final Set<String> SYSTEM_PROPERTIES = Set.of("_rid", "_self", "_etag", "_attachments", "_ts", "_lsn");

    private static final int MAX_DOCUMENT_BYTES = 2 * 1024 * 1024;
    private static final int MAX_ID_BYTES = 1_023;
    private static final int MAX_DEPTH = 128;

    private final List<PropertyPath> partitionKeyPaths;
    private final PropertyPath partitionKeyPath;

    /** @param partitionKeyPaths one, or those of a hierarchical partition key */
    public DocumentScanner(List<PropertyPath> partitionKeyPaths) {
        this.partitionKeyPaths = List.copyOf(partitionKeyPaths);
        this.partitionKeyPath = partitionKeyPaths.get(0);
    }

    public List<PropertyPath> partitionKeyPaths() {
        return partitionKeyPaths;
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared, and a copy of each document would be expensive
    public record Scanned(DocumentKey key, byte[] body) {}

    public Scanned scan(byte[] bytes) {
        try (JsonParser parser = Json.MAPPER.createParser(bytes)) {
            parser.nextToken();
            Scanned scanned = scan(parser, bytes);
            if (parser.nextToken() != null) {
                throw ServiceException.badRequest("The request's body is more than one JSON value.");
            }
            return scanned;
        } catch (JacksonException e) {
            throw Json.invalid(e);
        }
    }

    /**
     * Scans the object at which the parser stands. The parser ends at that object's end, also after an exception.
     *
     * @param source the bytes that the parser reads
     */
    public Scanned scan(JsonParser parser, byte[] source) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            throw ServiceException.badRequest("The document is not a JSON object.");
        }
        int start = (int) parser.currentTokenLocation().getByteOffset();
        String id = null;
        @Nullable Scalar partitionKey = Scalar.UNDEFINED; // null for an object or an array
        boolean systemProperties = false;
        Inside inside = new Inside();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            JsonToken token = parser.nextToken();
            if (name.equals("id")) {
                id = token == JsonToken.VALUE_STRING ? parser.getString() : null;
            }
            if (name.equals(partitionKeyPath.name(0))) {
                partitionKey = partitionKeyAt(parser, 1, inside);
            } else {
                systemProperties |= SYSTEM_PROPERTIES.contains(name);
                inside.skip(parser, 1);
            }
        }
        int end = (int) parser.currentLocation().getByteOffset();
        if (end - start > MAX_DOCUMENT_BYTES) {
            throw ServiceException.tooLarge("Request size is too large: a document has at most 2 MB.");
        }
        if (inside.deepest > MAX_DEPTH) {
            throw ServiceException.badRequest("The document is nested too deeply: it may have at most " + MAX_DEPTH
                    + " levels of embedded objects and arrays.");
        }
        if (inside.beyondDouble) {
            throw beyondDouble("The document");
        }
        byte[] body = Arrays.copyOfRange(source, start, end);
        if (!isUtf8(body)) {
            throw ServiceException.badRequest("The request's body is not valid JSON: it is not in UTF-8.");
        }
        Scalar key = checkedPartitionKey(partitionKey, partitionKeyPath);
        return new Scanned(
                new DocumentKey(partitionKeyPaths.size() == 1 ? key : withFurtherLevels(key, body), checkedId(id)),
                systemProperties ? withoutSystemProperties(body) : body);
    }

    /**
     * Refuses a number beyond the doubles. Cosmos DB's behaviour is unknown, and here it would become a text when the document is written
     * again.
     */
    private static ServiceException beyondDouble(String what) {
        return ServiceException.badRequest(
                what + " has a number that is too large for a double, which the stand-in does not take.");
    }

    /**
     * Refuses numbers that documents may not have either.
     *
     * @param what names the value, at the beginning of a sentence
     */
    public static void checkNumbers(JsonNode value, String what) {
        if (isBeyondDouble(value)) {
            throw beyondDouble(what);
        }
    }

    private static boolean isBeyondDouble(JsonNode value) {
        return value.isContainer()
                ? value.valueStream().anyMatch(DocumentScanner::isBeyondDouble)
                : value.isNumber() && Double.isInfinite(Numbers.toDouble(value));
    }

    private static final class Inside {
        /** The most objects and arrays around an inner value, without the document itself. */
        private int deepest;

        private boolean beyondDouble;

        /**
         * Skips the value at which the parser stands.
         *
         * @param level of the value when it is an object or an array: 1 for a member of the document
         */
        void skip(JsonParser parser, int level) {
            int at = enter(parser, level);
            while (at >= level) {
                JsonToken token = parser.nextToken();
                if (token.isStructStart()) {
                    at = enter(parser, at + 1);
                } else if (token.isStructEnd()) {
                    at--;
                } else {
                    look(parser);
                }
            }
        }

        /** Returns the level of the value at which the parser stands, which is one less for a plain value. */
        int enter(JsonParser parser, int level) {
            if (!parser.currentToken().isStructStart()) {
                look(parser);
                return level - 1;
            }
            deepest = Math.max(deepest, level);
            return level;
        }

        private void look(JsonParser parser) {
            beyondDouble |= parser.currentToken().isNumeric() && Double.isInfinite(parser.getDoubleValue());
        }
    }

    private @Nullable Scalar partitionKeyAt(JsonParser parser, int level, Inside inside) {
        if (level == partitionKeyPath.depth()) {
            Scalar value = Scalar.at(parser);
            inside.skip(parser, level);
            return value;
        }
        @Nullable Scalar found = Scalar.UNDEFINED;
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            inside.skip(parser, level);
            return found;
        }
        inside.enter(parser, level);
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            boolean onPath = parser.currentName().equals(partitionKeyPath.name(level));
            parser.nextToken();
            if (onPath) {
                found = partitionKeyAt(parser, level + 1, inside);
            } else {
                inside.skip(parser, level + 1);
            }
        }
        return found;
    }

    /** Checks the bytes, because the parser accepts some invalid ones, which a reader of the document may not. */
    private static boolean isUtf8(byte[] body) {
        for (byte b : body) {
            if (b < 0) {
                return isDecoded(body);
            }
        }
        return true;
    }

    private static boolean isDecoded(byte[] body) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** The whole hierarchical key. Only the first value is found in the pass over the bytes. */
    private Scalar withFurtherLevels(Scalar first, byte[] body) {
        JsonNode document = Json.readObject(body);
        List<Scalar> levels = new ArrayList<>(List.of(first));
        for (PropertyPath path : partitionKeyPaths.subList(1, partitionKeyPaths.size())) {
            levels.add(checkedPartitionKey(Scalar.of(path.in(document)), path));
        }
        return Scalar.of(levels);
    }

    private static Scalar checkedPartitionKey(@Nullable Scalar partitionKey, PropertyPath path) {
        if (partitionKey == null) {
            throw ServiceException.badRequest(
                    "The partition key '" + path
                            + "' of the document is an object or an array; it has to be a string, a number, a boolean or null.");
        }
        return partitionKey.checkedPartitionKey();
    }

    private static String checkedId(@Nullable String id) {
        if (id == null || id.isEmpty()) {
            throw ServiceException.badRequest(
                    "The input content is invalid because the required property 'id' is missing, empty or not a string.");
        }
        if (id.length() > MAX_ID_BYTES / 3 // a character has at most three bytes in UTF-8
                && id.getBytes(StandardCharsets.UTF_8).length > MAX_ID_BYTES) {
            throw ServiceException.badRequest("The property 'id' has more than " + MAX_ID_BYTES + " bytes.");
        }
        if (id.indexOf('/') >= 0 || id.indexOf('\\') >= 0) {
            throw ServiceException.badRequest("The property 'id' contains '/' or '\\', which the documentation of Azure"
                    + " Cosmos DB does not allow in an id.");
        }
        return id;
    }

    private static byte[] withoutSystemProperties(byte[] body) {
        ObjectNode object = Json.readObject(body);
        object.remove(List.copyOf(SYSTEM_PROPERTIES));
        return Json.write(object);
    }
}
