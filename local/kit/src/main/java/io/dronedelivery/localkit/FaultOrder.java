package io.dronedelivery.localkit;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A fault as a user orders it: {@code 429,container=shop/orders,for=30s}, or the same words in a JSON object,
 * {@code {"fault": "429", "container": "shop/orders", "for": "30s"}}. It ends after a time, and earlier when it has met a number of requests.
 *
 * @param kind one of the kinds that the stand-in knows
 * @param settings further words of the kind
 * @param lasts the time after which it ends; a minute unless the order has {@code for}, an hour when it has only {@code times}
 * @param times the number of requests after which it ends; null for any number
 */
public record FaultOrder(
        String kind,
        Map<String, String> settings,
        Duration lasts,
        @Nullable Integer times) {

    /** The word for the number of requests, for kinds that meet requests. */
    public static final String TIMES = "times";

    private static final String KIND = "fault";
    private static final String FOR = "for";
    private static final Duration DEFAULT = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final int MOST_TIMES = 1_000_000;
    private static final Pattern TIME = Pattern.compile("(\\d{1,7})(ms|s|m|h)");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,7}");

    static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** The kind in the text of an order; empty when there is none. */
    public static String kindOf(String text) {
        return words(text).getOrDefault(KIND, "");
    }

    /** @throws IllegalArgumentException naming the wrong word */
    static FaultOrder of(String text, Map<String, Set<String>> kinds) {
        return read(words(text), kinds);
    }

    private static Map<String, String> words(String text) {
        Map<String, String> words = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? KIND : part.substring(0, equals).strip();
            String value = part.substring(equals + 1).strip();
            if (words.putIfAbsent(name, value) != null) {
                throw new IllegalArgumentException(
                        equals < 0
                                ? "'" + value + "' is no setting: expected NAME=VALUE"
                                : "'" + name + "' is there twice");
            }
        }
        return words;
    }

    /** @throws IllegalArgumentException naming the wrong word, or the place where the JSON ends to be one */
    static FaultOrder ofJson(byte[] json, Map<String, Set<String>> kinds) {
        JsonNode read;
        try {
            read = JSON.readTree(json);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("The body is not JSON: " + e.getOriginalMessage(), e);
        }
        if (!(read instanceof ObjectNode object)) {
            throw new IllegalArgumentException("The body is not a JSON object such as {\"fault\": \""
                    + kinds.keySet().iterator().next() + "\", \"for\": \"30s\"}");
        }
        Map<String, String> words = new LinkedHashMap<>();
        object.properties().forEach(word -> {
            if (!word.getValue().isString() && !word.getValue().isNumber()) {
                throw new IllegalArgumentException("'" + word.getKey() + "' must be text or a number");
            }
            words.put(word.getKey(), word.getValue().asString());
        });
        return read(words, kinds);
    }

    private static FaultOrder read(Map<String, String> words, Map<String, Set<String>> kinds) {
        Map<String, String> settings = new LinkedHashMap<>(words);
        String kind = settings.remove(KIND);
        if (kind == null) {
            throw new IllegalArgumentException("'" + KIND + "' is missing: expected one of " + kinds.keySet());
        }
        Set<String> allowed = new TreeSet<>(kinds.getOrDefault(known(KIND, kind, kinds.keySet()), Set.of()));
        allowed.add(FOR);
        settings.keySet().forEach(name -> known("setting of the fault " + kind, name, allowed));
        String times = settings.remove(TIMES);
        Duration lasts = time(FOR, settings.remove(FOR), times == null ? DEFAULT : LONGEST);
        if (lasts.isZero()) {
            throw new IllegalArgumentException("'" + FOR + "' must be longer than nothing");
        }
        return new FaultOrder(
                kind, Map.copyOf(settings), lasts, times == null ? null : number(TIMES, times, 1, MOST_TIMES));
    }

    /**
     * Returns the word when it is known.
     *
     * @param what what the word names, for the message
     * @throws IllegalArgumentException naming the nearest known one
     */
    public static String known(String what, String word, Collection<String> known) {
        if (known.contains(word)) {
            return word;
        }
        throw new IllegalArgumentException(
                known.isEmpty()
                        ? "Unknown %s '%s': there is none".formatted(what, word)
                        : "Unknown %s '%s'; the nearest is '%s'".formatted(what, word, NearestWord.to(word, known)));
    }

    public @Nullable String setting(String name) {
        return settings.get(name);
    }

    /**
     * A setting that is a time.
     *
     * @throws IllegalArgumentException when it is none, or longer than an hour
     */
    public Duration time(String name, Duration absent) {
        return time(name, settings.get(name), absent);
    }

    private static Duration time(String name, @Nullable String value, Duration absent) {
        if (value == null) {
            return absent;
        }
        Matcher time = TIME.matcher(value);
        if (!time.matches()) {
            throw new IllegalArgumentException(
                    "'%s' must be a time such as 500ms, 30s or 5m, not '%s'".formatted(name, value));
        }
        long amount = Long.parseLong(time.group(1));
        Duration duration = switch (time.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
        };
        if (duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("'%s' must be at most an hour, not '%s'".formatted(name, value));
        }
        return duration;
    }

    private static int number(String name, String value, int least, int most) {
        int number = NUMBER.matcher(value).matches() ? Integer.parseInt(value) : -1;
        if (number < least || number > most) {
            throw new IllegalArgumentException(
                    "'%s' must be a whole number from %d to %d, not '%s'".formatted(name, least, most, value));
        }
        return number;
    }
}
