package io.dronedelivery.drone.telemetry;

import io.dronedelivery.servicekit.security.Identifiers;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/** Reads the data of {@code DroneTelemetry} as a stream of tokens, without objects for unused parts. Any thread may call it. */
final class TelemetryDecoder {

    private static final double MAX_LATITUDE = 90;
    private static final double MAX_LONGITUDE = 180;

    /** JSON is UTF-8 (RFC 8259, section 8.1). The archive, which stores the data unchanged, is UTF-8 too. */
    private final JsonFactory json = JsonFactory.builder()
            .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
            .build();

    /** @throws RejectedException naming what is wrong */
    DroneTelemetry decode(byte[] data) {
        if (!isUtf8(data)) {
            throw new RejectedException(RejectedException.INVALID_DATA, "The data is not in UTF-8");
        }
        try (JsonParser parser = json.createParser(ObjectReadContext.empty(), data)) {
            Fields fields = new Fields();
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new RejectedException(RejectedException.INVALID_DATA, "The data is no JSON object");
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                fields.read(parser);
            }
            if (parser.nextToken() != null) {
                throw new RejectedException(
                        RejectedException.INVALID_DATA, "There is something behind the JSON object");
            }
            return fields.telemetry();
        } catch (JacksonException e) {
            throw new RejectedException(
                    RejectedException.INVALID_DATA, "The data is not JSON: " + e.getOriginalMessage());
        }
    }

    /** Checks the bytes, because the parser accepts some invalid ones and skips most of them. Telemetry is mostly ASCII. */
    private static boolean isUtf8(byte[] data) {
        for (byte b : data) {
            if (b < 0) {
                return isDecoded(data);
            }
        }
        return true;
    }

    private static boolean isDecoded(byte[] data) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static final class Fields {

        private static final String[] NAMES = {
            "droneId", "sequence", "createdMicros", "latitude", "longitude", "altitude", "speed", "heading", "battery"
        };

        private String droneId = "";
        private long sequence;
        private long createdMicros;
        private final double[] numbers = new double[NAMES.length];
        private int seen;

        private void read(JsonParser parser) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            int index = indexOf(name);
            if (index < 0) {
                parser.skipChildren();
                return;
            }
            seen |= 1 << index;
            switch (index) {
                case 0 -> droneId = value == JsonToken.VALUE_STRING ? parser.getString() : "";
                case 1 -> sequence = whole(name, value, parser);
                case 2 -> createdMicros = whole(name, value, parser);
                default -> numbers[index] = number(name, value, parser);
            }
        }

        private static int indexOf(String name) {
            for (int i = 0; i < NAMES.length; i++) {
                if (NAMES[i].equals(name)) {
                    return i;
                }
            }
            return -1;
        }

        private static long whole(String name, JsonToken token, JsonParser parser) {
            require(token == JsonToken.VALUE_NUMBER_INT, name, "must be a whole number");
            long value = parser.getLongValue();
            require(value >= 0, name, "must not be negative");
            return value;
        }

        private static double number(String name, JsonToken token, JsonParser parser) {
            require(token.isNumeric(), name, "must be a number");
            double value = parser.getDoubleValue();
            require(Double.isFinite(value), name, "must be a finite number");
            return value;
        }

        private DroneTelemetry telemetry() {
            for (int i = 0; i < NAMES.length; i++) {
                require((seen & 1 << i) != 0, NAMES[i], "is missing");
            }
            require(Identifiers.isIdentifier(droneId), "droneId", Identifiers.RULE);
            require(Math.abs(numbers[3]) <= MAX_LATITUDE, "latitude", "must be from -90 to 90");
            require(Math.abs(numbers[4]) <= MAX_LONGITUDE, "longitude", "must be from -180 to 180");
            return new DroneTelemetry(
                    droneId,
                    sequence,
                    createdMicros,
                    numbers[3],
                    numbers[4],
                    numbers[5],
                    numbers[6],
                    numbers[7],
                    numbers[8]);
        }

        private static void require(boolean kept, String name, String rule) {
            if (!kept) {
                throw new RejectedException(RejectedException.INVALID_DATA, name + " " + rule);
            }
        }
    }
}
