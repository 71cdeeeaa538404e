package io.dronedelivery.messaging.deadletter;

import io.dronedelivery.plaintext.PlainText;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Parses and checks operators' requests. The problem for an invalid request names the field and says what is allowed. */
final class DeadLetterRequests {

    private static final Set<String> PARAMETERS = Set.of("reason", "type", "from", "to", "after", "limit");
    private static final int DEFAULT_LIMIT = 50;
    private static final int MOST_LETTERS = 200;
    private static final int MOST_IDS = 1000;
    private static final int LONGEST_TEXT = 500;
    private static final JsonMapper JSON = JsonMapper.builder()
            // A misspelt field would be a filter that silently selects everything.
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private DeadLetterRequests() {}

    record Listing(DeadLetterFilter filter, @Nullable String after, int limit) {}

    static Listing listing(Map<String, String> parameters) {
        parameters.keySet().stream()
                .filter(name -> !PARAMETERS.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw DeadLetterProblems.invalid(name, "is not known here; known are " + new TreeSet<>(PARAMETERS));
                });
        return new Listing(
                filter(
                        Set.of(),
                        parameters.get("reason"),
                        parameters.get("type"),
                        parameters.get("from"),
                        parameters.get("to")),
                parameters.get("after"),
                limit(parameters.get("limit")));
    }

    private static int limit(@Nullable String text) {
        if (text == null) {
            return DEFAULT_LIMIT;
        }
        int limit = text.matches("[0-9]{1,4}") ? Integer.parseInt(text) : 0;
        if (limit < 1 || limit > MOST_LETTERS) {
            throw DeadLetterProblems.invalid("limit", "must be from 1 to " + MOST_LETTERS);
        }
        return limit;
    }

    private static DeadLetterFilter filter(
            Set<String> ids,
            @Nullable String reason,
            @Nullable String type,
            @Nullable String from,
            @Nullable String to) {
        DeadLetterFilter filter = new DeadLetterFilter(
                ids, present("reason", reason), present("type", type), time("from", from), time("to", to));
        if (filter.from() != null && filter.to() != null && !filter.from().isBefore(filter.to())) {
            throw DeadLetterProblems.invalid("from", "must be before to");
        }
        return filter;
    }

    private static @Nullable String present(String field, @Nullable String text) {
        if (text != null && (text.isBlank() || text.length() > LONGEST_TEXT)) {
            throw DeadLetterProblems.invalid(field, "must have 1 to " + LONGEST_TEXT + " characters");
        }
        return text;
    }

    private static @Nullable Instant time(String field, @Nullable String text) {
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw DeadLetterProblems.invalid(field, "must be a time as in RFC 3339, such as 2026-11-23T05:00:00Z");
        }
    }

    /** A request to send many dead letters again. */
    record Resending(DeadLetterFilter filter, @Nullable Integer rate) {}

    private record ResendingBody(
            @Nullable Boolean all,
            @Nullable List<@Nullable String> ids,
            @Nullable String reason,
            @Nullable String type,
            @Nullable String from,
            @Nullable String to,
            @Nullable Integer rate) {}

    static Resending resending(byte @Nullable [] json) {
        ResendingBody body = read(json, ResendingBody.class);
        Integer rate = body.rate();
        if (rate != null && (rate < 1 || rate > DeadLetterProperties.MAX_RATE)) {
            throw DeadLetterProblems.invalid(
                    "rate", "must be from 1 to " + DeadLetterProperties.MAX_RATE + " events a second");
        }
        DeadLetterFilter filter = filter(ids(body.ids()), body.reason(), body.type(), body.from(), body.to());
        boolean isAll = Boolean.TRUE.equals(body.all());
        if (isAll != filter.equals(DeadLetterFilter.ALL)) {
            throw DeadLetterProblems.invalid(
                    "all", "must be true, or ids, reason, type, from or to must select dead letters; not both");
        }
        return new Resending(filter, rate);
    }

    private static Set<String> ids(@Nullable List<@Nullable String> ids) {
        if (ids == null) {
            return Set.of();
        }
        if (ids.isEmpty() || ids.size() > MOST_IDS || ids.stream().anyMatch(id -> id == null || id.isBlank())) {
            throw DeadLetterProblems.invalid("ids", "must be 1 to " + MOST_IDS + " ids of dead letters");
        }
        return ids.stream().map(String::valueOf).collect(Collectors.toUnmodifiableSet());
    }

    private record MendingBody(
            @Nullable JsonNode data,
            @Nullable Map<String, @Nullable String> attributes,
            @Nullable String why) {}

    static Mending mending(byte @Nullable [] json) {
        MendingBody body = read(json, MendingBody.class);
        Map<String, @Nullable String> attributes = body.attributes() == null ? Map.of() : body.attributes();
        JsonNode data = body.data();
        if (data == null && attributes.isEmpty()) {
            throw DeadLetterProblems.invalid("data", "or attributes must say what is to be changed");
        }
        attributes.forEach((name, value) -> {
            if (!Mending.ATTRIBUTE_NAME.matcher(name).matches()) {
                throw DeadLetterProblems.invalid(
                        "attributes." + name, "is no name of an attribute: 1 to 20 lower-case letters and digits");
            }
            if (value == null || value.isBlank()) {
                throw DeadLetterProblems.invalid("attributes." + name, "must not be empty");
            }
            requirePlain("attributes." + name, value);
        });
        return new Mending(data == null ? null : JSON.writeValueAsBytes(data), Map.copyOf(attributes), why(body.why()));
    }

    private record DiscardingBody(@Nullable String why) {}

    static String why(byte @Nullable [] json) {
        return why(read(json, DiscardingBody.class).why());
    }

    private static String why(@Nullable String text) {
        if (text == null || text.isBlank() || text.length() > LONGEST_TEXT) {
            throw DeadLetterProblems.invalid("why", "must say why, in 1 to " + LONGEST_TEXT + " characters");
        }
        requirePlain("why", text);
        return text;
    }

    /** Both texts appear in the log, beside what others have said. */
    private static void requirePlain(String field, String text) {
        if (!PlainText.isPlain(text)) {
            throw DeadLetterProblems.invalid(
                    field, "must have no line breaks, control characters or halves of characters");
        }
    }

    private static <T> T read(byte @Nullable [] json, Class<T> type) {
        if (json == null || json.length == 0) {
            throw DeadLetterProblems.invalid("body", "is missing; it has to be JSON");
        }
        try {
            T body = JSON.readValue(json, type);
            if (body == null) {
                throw DeadLetterProblems.invalid("body", "must be a JSON object");
            }
            return body;
        } catch (DatabindException e) {
            String path = e.getPath().stream()
                    .map(step -> step.getPropertyName() == null ? "[" + step.getIndex() + "]" : step.getPropertyName())
                    .collect(Collectors.joining("."));
            throw DeadLetterProblems.invalid(
                    path.isEmpty() ? "body" : path, "is not known here, or has a value of the wrong kind");
        } catch (JacksonException e) {
            throw DeadLetterProblems.invalid("body", "is no JSON: " + e.getOriginalMessage());
        }
    }
}
