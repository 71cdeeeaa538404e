package io.dronedelivery.gateway.cache;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The directives of a field {@code Cache-Control}. Of a directive that is there twice the first one counts.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9111#section-5.2">RFC 9111, section 5.2, Cache-Control</a>
 */
final class CacheDirectives {

    /** What a number that is larger counts as. */
    private static final long MOST_SECONDS = Integer.MAX_VALUE;

    private final Map<String, String> arguments = new HashMap<>(4);

    /** @param field all its lines, separated by commas; null when there is none */
    CacheDirectives(@Nullable String field) {
        if (field == null) {
            return;
        }
        boolean quoted = false;
        int from = 0;
        for (int i = 0; i < field.length(); i++) {
            char c = field.charAt(i);
            if (quoted && c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                add(field.substring(from, i));
                from = i + 1;
            }
        }
        add(field.substring(from));
    }

    private void add(String directive) {
        int equals = directive.indexOf('=');
        String name = (equals < 0 ? directive : directive.substring(0, equals)).strip();
        String argument = equals < 0 ? "" : directive.substring(equals + 1).strip();
        if (!name.isEmpty()) {
            arguments.putIfAbsent(name.toLowerCase(Locale.ROOT), argument);
        }
    }

    boolean has(String directive) {
        return arguments.containsKey(directive);
    }

    /** The seconds of a directive. 0 if they cannot be read, because the answer is stale then; -1 without the directive. */
    long seconds(String directive) {
        String argument = arguments.get(directive);
        return argument == null ? -1 : seconds(argument, 0);
    }

    /** @param otherwise for a text that is no number of seconds */
    static long seconds(String text, long otherwise) {
        String digits = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
                ? text.substring(1, text.length() - 1)
                : text;
        if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return otherwise;
        }
        return digits.length() > 10 ? MOST_SECONDS : Math.min(Long.parseLong(digits), MOST_SECONDS);
    }
}
