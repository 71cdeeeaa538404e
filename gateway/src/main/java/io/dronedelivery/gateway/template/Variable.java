package io.dronedelivery.gateway.template;

import io.dronedelivery.servicekit.problem.ProblemException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A value that a request brings in its path or query. It is checked once, when the request is read; all later code relies on that.
 *
 * @param name the name in the templates and in the body
 * @param parameter the name of the query parameter; of a variable of the path its name
 * @param type what it may be, or each of its values
 * @param required whether a request without it is refused; a variable of the path is always there
 * @param values set when the query parameter may have several values, null when it must be given once
 * @param pattern what the whole of a {@link VariableType#STRING} must match, or null for anything but the empty string and what
 *     {@link #checkSegment} refuses
 * @param min the smallest value of an {@link VariableType#INTEGER}
 * @param max the largest value of an {@link VariableType#INTEGER}
 * @param description for the OpenAPI document, may be empty
 * @param example for the API's documentation, may be empty
 */
public record Variable(
        String name,
        String parameter,
        VariableType type,
        boolean required,
        @Nullable ValueList values,
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
    public enum VariableType {
        STRING,
        INTEGER
    }

    /** A variable whose query parameter has the variable's name and is given once. */
    public Variable(
            String name,
            VariableType type,
            boolean required,
            @Nullable Pattern pattern,
            long min,
            long max,
            String description,
            String example) {
        this(name, name, type, required, null, pattern, min, max, description, example);
    }

    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** A required string without further rules. */
    public static Variable string(String name) {
        return new Variable(name, VariableType.STRING, true, null, Long.MIN_VALUE, Long.MAX_VALUE, "", "");
    }

    /** The same variable, whose query parameter has to be given once. */
    public Variable single() {
        return new Variable(name, parameter, type, required, null, pattern, min, max, description, example);
    }

    /**
     * Checks a value of a path and brings it to its canonical form: an integer loses its leading zeros.
     *
     * @param raw the decoded value
     * @throws ProblemException naming this variable when the value is not allowed
     */
    public String read(String raw) {
        if (raw.isEmpty()) {
            throw refused("must not be empty");
        }
        checkDots(raw);
        return check(raw);
    }

    /**
     * Checks a value of a query and brings it to its canonical form. An empty value of an optional parameter counts as none where the rules
     * do not allow it: a form sends its empty fields, too.
     *
     * @param raw the decoded value
     * @return null for no value
     * @throws ProblemException naming the parameter when the value is not allowed
     */
    public @Nullable String readParameter(String raw) {
        if (!raw.isEmpty() || allowsEmpty()) {
            return check(raw);
        }
        if (required) {
            throw refused("must not be empty");
        }
        return null;
    }

    public boolean allowsEmpty() {
        return type == VariableType.STRING
                && (pattern == null ? !required : pattern.matcher("").matches());
    }

    /** The problem of a request whose value of this variable is wrong. */
    public ProblemException refused(String reason) {
        return ProblemException.invalid(parameter, reason);
    }

    private String check(String raw) {
        return type == VariableType.INTEGER ? readInteger(raw) : readString(raw);
    }

    private String readString(String raw) {
        if (pattern != null && !pattern.matcher(raw).matches()) {
            throw refused("must match " + pattern.pattern());
        }
        // A backend would be asked for something that the caller did not write.
        if (raw.indexOf(UNDECODABLE) >= 0) {
            throw refused("must be UTF-8, and without U+FFFD");
        }
        return raw;
    }

    /** In a path these lead to another path, and percent-encoding does not change that. */
    private void checkDots(String value) {
        if (value.equals(".") || value.equals("..")) {
            throw refused("must not be '.' or '..'");
        }
    }

    /**
     * Checks a value that goes into the path of a backend. Percent-encoding protects a slash only until a server decodes the path before it
     * splits it, as many servers do.
     *
     * @param value as {@link #read} or {@link #readParameter} gave it
     * @throws ProblemException naming this variable when the value could lead to another path
     */
    public void checkSegment(String value) {
        if (value.isEmpty()) {
            throw refused("must not be empty");
        }
        checkDots(value);
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (Character.isISOControl(c)) {
                throw refused("must not have control characters");
            }
            // With a pattern that allows a slash, the settings take responsibility for what the backend makes of it.
            if (pattern == null && (c == '/' || c == '\\')) {
                throw refused("must not have '/' or '\\'");
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
            throw refused("must be a whole number" + range());
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
