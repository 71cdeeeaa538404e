package io.dronedelivery.localapplicationinsights.ingestion;

import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem.Severity;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The fields of one JSON object of the protocol. Errors name field and type. */
record Fields(String type, JsonNode object) {

    /** The longest text that is kept; Application Insights has similar limits. */
    private static final int MAX_TEXT = 8_192;

    /** {@code [d.]hh:mm:ss[.fffffff]}, .NET's TimeSpan. */
    private static final Pattern TIME_SPAN =
            Pattern.compile("(?:(\\d{1,4})\\.)?(\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:\\.(\\d{1,9}))?");

    /** A time with an offset in the forms of several SDKs ({@code Z}, {@code +00:00} or {@code +0000}), or without one for UTC. */
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
            .appendPattern("[XXX][XX]")
            .parseDefaulting(ChronoField.OFFSET_SECONDS, 0)
            .toFormatter(Locale.ROOT);

    /**
     * The fields of an object.
     *
     * @throws EnvelopeException when the node is no object
     */
    static Fields of(String type, JsonNode node) {
        if (!node.isObject()) {
            throw EnvelopeException.wrong(type, type, "an object", node.toString());
        }
        return new Fields(type, node);
    }

    /** A required member. */
    Fields object(String field, String typeOfField) {
        JsonNode node = object.path(field);
        if (node.isMissingNode() || node.isNull()) {
            throw EnvelopeException.missing(field, type);
        }
        return of(typeOfField, node);
    }

    String required(String field) {
        String text = text(field);
        if (text.isEmpty()) {
            throw EnvelopeException.missing(field, type);
        }
        return text;
    }

    /** The text, or an empty one. */
    String text(String field) {
        JsonNode node = object.path(field);
        if (node.isContainer()) {
            throw EnvelopeException.wrong(field, type, "string", node.toString());
        }
        String text = node.isNull() ? "" : node.asString("");
        return cut(text, MAX_TEXT);
    }

    /** The beginning of a text, which never ends with half a character. */
    static String cut(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest);
    }

    double number(String field, double otherwise) {
        JsonNode node = object.path(field);
        if (node.isMissingNode() || node.isNull()) {
            return otherwise;
        }
        if (!node.isNumber()) {
            throw EnvelopeException.wrong(field, type, "number", node.toString());
        }
        // Jackson does not convert an integer of more than 308 digits to a double.
        double value = node.isBigInteger() ? node.bigIntegerValue().doubleValue() : node.doubleValue();
        if (!Double.isFinite(value)) {
            throw EnvelopeException.wrong(field, type, "a number of 64 bits", node.toString());
        }
        return value;
    }

    boolean flag(String field, boolean otherwise) {
        JsonNode node = object.path(field);
        return node.isNull() ? otherwise : node.asBoolean(otherwise);
    }

    Duration duration(String field) {
        String text = required(field);
        Matcher span = TIME_SPAN.matcher(text);
        if (!span.matches()) {
            throw EnvelopeException.wrong(field, type, "a duration d.hh:mm:ss.fffffff", text);
        }
        String fraction = span.group(5) == null ? "" : span.group(5);
        return Duration.ofDays(span.group(1) == null ? 0 : Long.parseLong(span.group(1)))
                .plusHours(Long.parseLong(span.group(2)))
                .plusMinutes(Long.parseLong(span.group(3)))
                .plusSeconds(Long.parseLong(span.group(4)))
                .plusNanos(Long.parseLong((fraction + "000000000").substring(0, 9)));
    }

    Instant time(String field, Instant otherwise) {
        String text = text(field);
        if (text.isEmpty()) {
            return otherwise;
        }
        try {
            return TIME.parse(text, OffsetDateTime::from).toInstant();
        } catch (DateTimeException e) {
            throw EnvelopeException.wrong(field, type, "a date and time, 2026-01-31T23:59:59.999Z", text);
        }
    }

    Severity severity(String field, Severity otherwise) {
        String text = text(field);
        for (Severity severity : Severity.values()) {
            if (severity.name().equalsIgnoreCase(text)
                    || Integer.toString(severity.ordinal()).equals(text)) {
                return severity;
            }
        }
        if (text.isEmpty()) {
            return otherwise;
        }
        throw EnvelopeException.wrong(field, type, "Verbose, Information, Warning, Error or Critical", text);
    }

    Map<String, String> texts(String field) {
        JsonNode node = object.path(field);
        if (node.isMissingNode() || node.isNull()) {
            return Map.of();
        }
        Fields members = of(field, node);
        Map<String, String> texts = new HashMap<>();
        node.propertyNames().forEach(name -> texts.put(name, members.text(name)));
        return texts;
    }
}
