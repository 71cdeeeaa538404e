package io.dronedelivery.gateway.template;

import io.dronedelivery.servicekit.problem.ProblemException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A value that a request brings in its path or query. It is checked once, when the request is read; all later code relies on that.
 *
 * @param name the name in the templates, in the query and in the body
 * @param type what it may be
 * @param required whether a request without it is refused; a variable of the path is always there
 * @param pattern what the whole of a {@link Type#STRING} must match, or null for anything but the empty string and what
 *     {@link #checkSegment} refuses
 * @param min the smallest value of an {@link Type#INTEGER}
 * @param max the largest value of an {@link Type#INTEGER}
 * @param description for the OpenAPI document, may be empty
 * @param example for the API's documentation, may be empty
 */
public record Variable(
        String name,
        Type type,
        boolean required,
        @Nullable Pattern pattern,
        long min,
        long max,
        String description,
        String example) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

    /** What decoding puts in the place of bytes that are no UTF-8. */
    private static final char UNDECODABLE = '\uFFFD';

    /** Of {@link Long#MAX_VALUE}. */
    private static final int MAX_DIGITS = 19;

    /** What a value may be; it decides how it is written into the body. */
    public enum Type {
        STRING,
        INTEGER
    }

    /** Whether a text can be a variable's name. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** A required string without further rules. */
    public static Variable string(String name) {
        return new Variable(name, Type.STRING, true, null, Long.MIN_VALUE, Long.MAX_VALUE, "", "");
    }

    /**
     * Checks a value and brings it to its canonical form: an integer loses its leading zeros.
     *
     * @param raw the decoded value
     * @throws ProblemException naming this variable when the value is not allowed
     */
    public String read(String raw) {
        if (raw.isEmpty()) {
            throw ProblemException.invalid(name, "must not be empty");
        }
        return type == Type.INTEGER ? readInteger(raw) : readString(raw);
    }

    private String readString(String raw) {
        if (pattern != null && !pattern.matcher(raw).matches()) {
            throw ProblemException.invalid(name, "must match " + pattern.pattern());
        }
        // A backend would be asked for something that the caller did not write.
        if (raw.indexOf(UNDECODABLE) >= 0) {
            throw ProblemException.invalid(name, "must be UTF-8, and without U+FFFD");
        }
        // In a path these lead to another path, and percent-encoding does not change that.
        if (raw.equals(".") || raw.equals("..")) {
            throw ProblemException.invalid(name, "must not be '.' or '..'");
        }
        return raw;
    }

    /**
     * Checks a value that goes into the path of a backend. Percent-encoding keeps a slash from being a separator only as long as nobody
     * decodes the path before taking it apart, which many a server does.
     *
     * @param value as {@link #read} gave it
     * @throws ProblemException naming this variable when the value could lead to another path
     */
    public void checkSegment(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (Character.isISOControl(c)) {
                throw ProblemException.invalid(name, "must not have control characters");
            }
            // With a pattern that allows a slash, the settings take responsibility for what the backend makes of it.
            if (pattern == null && (c == '/' || c == '\\')) {
                throw ProblemException.invalid(name, "must not have '/' or '\\'");
            }
        }
    }

    private String readInteger(String raw) {
        boolean negative = raw.charAt(0) == '-';
        int digits = raw.length() - (negative ? 1 : 0);
        boolean valid = digits > 0 && digits <= MAX_DIGITS;
        // Computed as a negative number, since Long.MIN_VALUE has no positive counterpart.
        long value = 0;
        for (int i = negative ? 1 : 0; valid && i < raw.length(); i++) {
            int digit = raw.charAt(i) - '0';
            long next = value * 10 - digit;
            // Ten times the largest number of 18 digits fits; beyond it the sign tells.
            valid = digit >= 0 && digit <= 9 && value >= Long.MIN_VALUE / 10 && next <= value;
            value = next;
        }
        valid &= negative || value != Long.MIN_VALUE;
        value = negative ? value : -value;
        if (!valid || value < min || value > max) {
            throw ProblemException.invalid(name, "must be a whole number" + range());
        }
        return Long.toString(value);
    }

    private String range() {
        if (min == Long.MIN_VALUE && max == Long.MAX_VALUE) {
            return "";
        }
        if (max == Long.MAX_VALUE) {
            return " of at least " + min;
        }
        return min == Long.MIN_VALUE ? " of at most " + max : " from " + min + " to " + max;
    }
}
