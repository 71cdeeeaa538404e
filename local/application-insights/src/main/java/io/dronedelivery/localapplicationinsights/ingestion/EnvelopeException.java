package io.dronedelivery.localapplicationinsights.ingestion;

/** An envelope that is refused. The message names the field and the reason. */
final class EnvelopeException extends RuntimeException {

    EnvelopeException(String message) {
        super(message);
    }

    static EnvelopeException missing(String field, String type) {
        return new EnvelopeException(
                "Field '%s' on type '%s' is required but missing or empty.".formatted(field, type));
    }

    static EnvelopeException wrong(String field, String type, String expected, String actual) {
        return new EnvelopeException("Field '%s' on type '%s' is of incorrect type. Expected: %s, Actual: %s"
                .formatted(field, type, expected, Fields.cut(actual, 100)));
    }
}
