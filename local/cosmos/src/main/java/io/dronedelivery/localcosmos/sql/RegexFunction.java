package io.dronedelivery.localcosmos.sql;

import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * REGEXMATCH with Java's regular expressions, which differ from Azure's (PCRE) in rare constructs. Keeps the last pattern, because
 * most queries have only one.
 */
final class RegexFunction implements BuiltIn.Body {

    /** A pattern with nested repetitions may take exponential time. */
    private static final int MOST_STEPS = 10_000_000;

    private static final int MOST_STEPS_OF_A_PAGE = 1_000_000_000;

    private static final Map<Character, Integer> MODIFIERS = Map.of(
            'm', Pattern.MULTILINE,
            's', Pattern.DOTALL,
            'i', Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE,
            'x', Pattern.COMMENTS);

    private String lastSource = "";
    private String lastModifiers = "";
    private @Nullable Pattern last = Pattern.compile("");
    private int allSteps;

    @Override
    public JsonNode apply(JsonNode[] arguments) {
        JsonNode text = arguments[0];
        JsonNode source = arguments[1];
        JsonNode modifiers = arguments.length > 2 ? arguments[2] : Values.text("");
        if (!text.isString() || !source.isString() || !modifiers.isString()) {
            return Values.UNDEFINED;
        }
        Pattern pattern = pattern(source.stringValue(), modifiers.stringValue());
        return pattern == null ? Values.UNDEFINED : Values.bool(isFound(pattern, text.stringValue()));
    }

    private @Nullable Pattern pattern(String source, String modifiers) {
        if (!source.equals(lastSource) || !modifiers.equals(lastModifiers)) {
            last = compiled(source, modifiers);
            lastSource = source;
            lastModifiers = modifiers;
        }
        return last;
    }

    private static @Nullable Pattern compiled(String source, String modifiers) {
        int flags = Pattern.UNIX_LINES;
        for (char modifier : modifiers.toCharArray()) {
            Integer flag = MODIFIERS.get(modifier);
            if (flag == null) {
                return null;
            }
            flags |= flag;
        }
        try {
            return Pattern.compile(source, flags);
        } catch (PatternSyntaxException invalid) {
            return null;
        } catch (StackOverflowError tooDeep) {
            throw new SqlException("The pattern of RegexMatch is nested too deeply, and LocalCosmos stops there");
        }
    }

    private boolean isFound(Pattern pattern, String text) {
        try {
            return pattern.matcher(new CountedText(text)).find();
        } catch (StackOverflowError tooDeep) {
            throw new SqlException("RegexMatch takes too many nested steps for one text, and LocalCosmos stops there");
        }
    }

    /** A text that the matcher may read only a limited number of times. */
    private final class CountedText implements CharSequence {
        private final String text;
        private int steps;

        CountedText(String text) {
            this.text = text;
        }

        @Override
        public char charAt(int index) {
            if (++steps > MOST_STEPS || ++allSteps > MOST_STEPS_OF_A_PAGE) {
                throw new SqlException("RegexMatch takes more than " + MOST_STEPS + " steps for one text, or "
                        + MOST_STEPS_OF_A_PAGE + " for all, and LocalCosmos stops there");
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
