package io.dronedelivery.localcosmos.store;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

public final class Json {
    public static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    // JSON is UTF-8 (RFC 8259, section 8.1). For UTF-16 a parser would not give positions in bytes.
                    .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final ObjectReader EMBEDDED =
            MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private Json() {}

    /**
     * Reads an object from a client.
     *
     * @throws ServiceException 400 when the bytes are not one JSON object
     */
    public static ObjectNode readObject(byte[] bytes) {
        if (readTree(bytes) instanceof ObjectNode object) {
            return object;
        }
        throw ServiceException.badRequest("The request's body is not a JSON object.");
    }

    /**
     * Reads a value from a client.
     *
     * @throws ServiceException 400 when the bytes are not one JSON value
     */
    public static JsonNode readTree(byte[] bytes) {
        try {
            return MAPPER.readTree(bytes);
        } catch (JacksonException e) {
            throw invalid(e);
        }
    }

    /** Reads the value at which the parser stands. More input may follow. */
    public static JsonNode readEmbedded(JsonParser parser) {
        return EMBEDDED.readTree(parser);
    }

    /** An optional word of a client. An object or an array in its place is returned as text, which matches no known word. */
    static String text(JsonNode value, String byDefault) {
        if (value.isMissingNode() || value.isNull()) {
            return byDefault;
        }
        return value.isContainer() ? value.toString() : value.asString();
    }

    public static byte[] write(JsonNode node) {
        return MAPPER.writeValueAsBytes(node);
    }

    public static ServiceException invalid(JacksonException cause) {
        return ServiceException.badRequest("The request's body is not valid JSON: " + cause.getOriginalMessage() + ".");
    }
}
