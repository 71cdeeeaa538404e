package io.dronedelivery.gateway.json;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Another judge of what is one JSON value. Jackson alone is more lenient with bytes than RFC 8259: it skips a byte order mark, guesses
 * UTF-16 and UTF-32, and accepts overlong UTF-8 and surrogates. So the JDK's strict decoder judges the bytes and Jackson the characters.
 * Jackson also limits the length of numbers and names, which {@link JsonCheck} does not; here it has no such limits. Repeated names are
 * accepted by both.
 */
final class StrictJackson {

    private final JsonFactory jackson;

    /** @param maxDepth how many arrays and objects may be open at once */
    StrictJackson(int maxDepth) {
        this.jackson = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(maxDepth)
                        .maxNumberLength(Integer.MAX_VALUE)
                        .maxNameLength(Integer.MAX_VALUE)
                        .build())
                .build();
    }

    boolean accepts(byte[] text) throws IOException {
        String characters;
        try {
            characters = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text))
                    .toString();
        } catch (CharacterCodingException e) {
            return false;
        }
        try (JsonParser parser = jackson.createParser(ObjectReadContext.empty(), characters)) {
            if (parser.nextToken() == null) {
                return false;
            }
            parser.skipChildren();
            parser.finishToken();
            return parser.nextToken() == null;
        } catch (JacksonException e) {
            return false;
        }
    }
}
