package io.dronedelivery.localcosmos.sql;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The string functions. They are undefined for any argument but strings. Positions count from 0. */
final class StringFunctions {

    /** Azure's limit for the result of REPLICATE. */
    private static final int LONGEST_REPLICATION = 10_000;

    private StringFunctions() {}

    static List<BuiltIn> all() {
        return List.of(
                test("CONTAINS", (text, part) -> text.contains(part)),
                test("STARTSWITH", String::startsWith),
                test("ENDSWITH", String::endsWith),
                test("STRINGEQUALS", String::equals),
                map("LOWER", text -> text.toLowerCase(Locale.ROOT)),
                map("UPPER", text -> text.toUpperCase(Locale.ROOT)),
                trim("TRIM", String::strip, true, true),
                trim("LTRIM", String::stripLeading, true, false),
                trim("RTRIM", String::stripTrailing, false, true),
                map("REVERSE", text -> new StringBuilder(text).reverse().toString()),
                new BuiltIn("LENGTH", 1, 1, StringFunctions::length),
                new BuiltIn("CONCAT", 2, Integer.MAX_VALUE, StringFunctions::concat),
                new BuiltIn("SUBSTRING", 3, 3, a -> cut(a[0], a[1], a[2])),
                new BuiltIn("LEFT", 2, 2, a -> cut(a[0], Values.integer(0), a[1])),
                new BuiltIn("RIGHT", 2, 2, StringFunctions::right),
                new BuiltIn("INDEX_OF", 2, 3, StringFunctions::indexOf),
                new BuiltIn("REPLACE", 3, 3, StringFunctions::replace),
                new BuiltIn("REPLICATE", 2, 2, StringFunctions::replicate),
                new BuiltIn("REGEXMATCH", 2, 3, RegexFunction::new),
                new BuiltIn("STRINGSPLIT", 2, 2, StringFunctions::split),
                new BuiltIn("STRINGJOIN", 2, 2, StringFunctions::join),
                new BuiltIn("TOSTRING", 1, 1, StringFunctions::asString));
    }

    /** A test of two strings that ignores case when its third argument is true. */
    private static BuiltIn test(String name, BiPredicate<String, String> test) {
        return new BuiltIn(name, 2, 3, arguments -> {
            if (!arguments[0].isString()
                    || !arguments[1].isString()
                    || arguments.length == 3 && !arguments[2].isBoolean()) {
                return Values.UNDEFINED;
            }
            String text = arguments[0].stringValue();
            String part = arguments[1].stringValue();
            return arguments.length == 3 && Values.isTrue(arguments[2])
                    ? Values.bool(test.test(text.toLowerCase(Locale.ROOT), part.toLowerCase(Locale.ROOT)))
                    : Values.bool(test.test(text, part));
        });
    }

    private static BuiltIn map(String name, UnaryOperator<String> operator) {
        return new BuiltIn(
                name,
                1,
                1,
                arguments -> arguments[0].isString()
                        ? Values.text(operator.apply(arguments[0].stringValue()))
                        : Values.UNDEFINED);
    }

    /**
     * Removes white space from a string, or the characters of its second argument.
     *
     * @param whitespace the function without that argument
     */
    private static BuiltIn trim(String name, UnaryOperator<String> whitespace, boolean leading, boolean trailing) {
        return new BuiltIn(name, 1, 2, arguments -> {
            if (!Stream.of(arguments).allMatch(JsonNode::isString)) {
                return Values.UNDEFINED;
            }
            String text = arguments[0].stringValue();
            return Values.text(
                    arguments.length == 1
                            ? whitespace.apply(text)
                            : without(arguments[1].stringValue(), text, leading, trailing));
        });
    }

    private static String without(String characters, String text, boolean leading, boolean trailing) {
        int from = 0;
        int to = text.length();
        while (leading && from < to && characters.indexOf(text.codePointAt(from)) >= 0) {
            from = text.offsetByCodePoints(from, 1);
        }
        while (trailing && from < to && characters.indexOf(text.codePointBefore(to)) >= 0) {
            to = text.offsetByCodePoints(to, -1);
        }
        return text.substring(from, to);
    }

    private static JsonNode length(JsonNode[] arguments) {
        return arguments[0].isString()
                ? Values.integer(arguments[0].stringValue().length())
                : Values.UNDEFINED;
    }

    private static JsonNode concat(JsonNode[] arguments) {
        long length = 0;
        for (JsonNode text : arguments) {
            if (!text.isString()) {
                return Values.UNDEFINED;
            }
            length += text.stringValue().length();
        }
        Values.checkLength(length);
        StringBuilder all = new StringBuilder((int) length);
        for (JsonNode text : arguments) {
            all.append(text.stringValue());
        }
        return Values.text(all.toString());
    }

    private static JsonNode cut(JsonNode text, JsonNode start, JsonNode length) {
        if (!text.isString() || !start.isNumber() || !length.isNumber()) {
            return Values.UNDEFINED;
        }
        String value = text.stringValue();
        int from = clamp(Numbers.toDouble(start), value.length());
        int to = clamp(from + Math.max(0, Math.floor(Numbers.toDouble(length))), value.length());
        return Values.text(value.substring(from, to));
    }

    private static JsonNode right(JsonNode[] arguments) {
        if (!arguments[0].isString() || !arguments[1].isNumber()) {
            return Values.UNDEFINED;
        }
        String value = arguments[0].stringValue();
        return Values.text(value.substring(value.length() - clamp(Numbers.toDouble(arguments[1]), value.length())));
    }

    private static int clamp(double position, int length) {
        return (int) Math.max(0, Math.min(Math.floor(position), length));
    }

    private static JsonNode indexOf(JsonNode[] arguments) {
        if (!arguments[0].isString() || !arguments[1].isString() || arguments.length == 3 && !arguments[2].isNumber()) {
            return Values.UNDEFINED;
        }
        int from = arguments.length == 3 ? (int) Numbers.toDouble(arguments[2]) : 0;
        return Values.integer(arguments[0].stringValue().indexOf(arguments[1].stringValue(), from));
    }

    private static JsonNode replace(JsonNode[] arguments) {
        if (!arguments[0].isString() || !arguments[1].isString() || !arguments[2].isString()) {
            return Values.UNDEFINED;
        }
        String text = arguments[0].stringValue();
        String find = arguments[1].stringValue();
        String replacement = arguments[2].stringValue();
        if (find.isEmpty()) {
            return arguments[0];
        }
        long growth = replacement.length() - find.length();
        if (growth > 0) {
            Values.checkLength(text.length() + growth * occurrences(find, text));
        }
        return Values.text(text.replace(find, replacement));
    }

    private static long occurrences(String part, String text) {
        long count = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
            count++;
        }
        return count;
    }

    private static JsonNode replicate(JsonNode[] arguments) {
        if (!arguments[0].isString() || !arguments[1].isNumber()) {
            return Values.UNDEFINED;
        }
        String text = arguments[0].stringValue();
        double times = Math.floor(Numbers.toDouble(arguments[1]));
        return times < 0 || times * text.length() > LONGEST_REPLICATION
                ? Values.UNDEFINED
                : Values.text(text.repeat((int) times));
    }

    private static JsonNode split(JsonNode[] arguments) {
        if (!arguments[0].isString() || !arguments[1].isString()) {
            return Values.UNDEFINED;
        }
        String text = arguments[0].stringValue();
        String separator = arguments[1].stringValue();
        ArrayNode parts = JsonNodeFactory.instance.arrayNode();
        int from = 0;
        for (int to = next(separator, text, from); to >= 0; to = next(separator, text, from)) {
            parts.add(text.substring(from, to));
            from = to + separator.length();
        }
        return parts.add(text.substring(from));
    }

    private static int next(String separator, String text, int from) {
        return separator.isEmpty() ? -1 : text.indexOf(separator, from);
    }

    private static JsonNode join(JsonNode[] arguments) {
        if (!arguments[0].isArray() || !arguments[1].isString()) {
            return Values.UNDEFINED;
        }
        String separator = arguments[1].stringValue();
        long length = 0;
        for (JsonNode part : arguments[0]) {
            if (!part.isString()) {
                return Values.UNDEFINED;
            }
            length += part.stringValue().length() + separator.length();
        }
        Values.checkLength(length);
        StringJoiner all = new StringJoiner(separator);
        arguments[0].forEach(part -> all.add(part.stringValue()));
        return Values.text(all.toString());
    }

    private static JsonNode asString(JsonNode[] arguments) {
        JsonNode value = arguments[0];
        return value.isString() || Values.isUndefined(value) ? value : Values.text(JsonText.of(RowSize.checked(value)));
    }
}
