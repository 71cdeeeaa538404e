package io.dronedelivery.localcosmos.store;

import io.dronedelivery.localcosmos.sql.Numbers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;

/**
 * A JSON value that is neither object nor array, in the form in which Cosmos DB compares it. Numbers are IEEE doubles. A missing value is
 * {@link #UNDEFINED} and differs from {@code null}.
 *
 * @param value a {@link String}, {@link Double}, {@link Boolean} or {@link Missing}. A hierarchical partition key, or a prefix of one, is a
 *     list of scalars
 */
public record Scalar(Object value) {
    public static final Scalar UNDEFINED = new Scalar(Missing.UNDEFINED);
    public static final Scalar NULL = new Scalar(Missing.NULL);
    private static final int MAX_PARTITION_KEY_BYTES = 2_048;
    private static final Scalar TRUE = new Scalar(true);
    private static final Scalar FALSE = new Scalar(false);

    /** The two values without content. */
    public enum Missing {
        NULL,
        UNDEFINED
    }

    public static Scalar of(String text) {
        return new Scalar(text);
    }

    public static Scalar of(double number) {
        return new Scalar(number == 0 ? 0.0 : number); // -0 equals 0 in a query
    }

    /** A hierarchical partition key, or the first values of one. */
    public static Scalar of(List<Scalar> levels) {
        return new Scalar(List.copyOf(levels));
    }

    /** The values of a hierarchical partition key, or this alone. */
    public List<Scalar> levels() {
        return value instanceof List<?> levels
                ? levels.stream().map(Scalar.class::cast).toList()
                : List.of(this);
    }

    public static Scalar of(boolean value) {
        return value ? TRUE : FALSE;
    }

    /** Returns the value of the node, or null for an object or an array. */
    public static @Nullable Scalar of(JsonNode node) {
        return switch (node.getNodeType()) {
            case STRING -> of(node.stringValue());
            case NUMBER -> of(Numbers.toDouble(node));
            case BOOLEAN -> of(node.booleanValue());
            case NULL -> NULL;
            case MISSING -> UNDEFINED;
            default -> null;
        };
    }

    /** @throws ServiceException 400 when this is too long for a partition key */
    public Scalar checkedPartitionKey() {
        if (value instanceof List) {
            levels().forEach(Scalar::checkedPartitionKey);
        }
        if (value instanceof String text
                && text.length() > MAX_PARTITION_KEY_BYTES / 3 // a character has at most three bytes in UTF-8
                && text.getBytes(StandardCharsets.UTF_8).length > MAX_PARTITION_KEY_BYTES) {
            throw ServiceException.badRequest(
                    "The partition key is too long: it may have at most " + MAX_PARTITION_KEY_BYTES + " bytes.");
        }
        return this;
    }

    /** Returns the value at the parser's current token, or null at the start of an object or an array. */
    static @Nullable Scalar at(JsonParser parser) {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case VALUE_STRING -> of(parser.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> of(parser.getDoubleValue());
            case VALUE_TRUE -> TRUE;
            case VALUE_FALSE -> FALSE;
            case VALUE_NULL -> NULL;
            default -> null;
        };
    }
}
