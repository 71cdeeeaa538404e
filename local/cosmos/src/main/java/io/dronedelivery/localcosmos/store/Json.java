package io.dronedelivery.localcosmos.store;

import tools.jackson.core.JsonFactory;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The one JSON mapper of the stand-in. */
public final class Json {
    // Names come from the users' documents: interning them would fill a JVM-wide table.
    public static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final ObjectReader EMBEDDED =
            MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private Json() {}

    /**
     * Reads an object sent by a client.
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
     * Reads a value sent by a client.
     *
     * @throws ServiceException 400 when the bytes are not one JSON value
     */
    public static JsonNode readTree(byte[] bytes) {
        try {
            return MAPPER.readTree(bytes);
        } catch (JacksonException e) {
            throw invalid(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the value at which the parser stands; more may follow. */
    public static JsonNode readEmbedded(JsonParser parser) throws IOException {
        return EMBEDDED.readTree(parser);
    }

    public static byte[] write(JsonNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (JacksonException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static ServiceException invalid(JacksonException cause) {
        return ServiceException.badRequest("The request's body is not valid JSON: " + cause.getOriginalMessage() + ".");
    }
}
