package io.dronedelivery.localazure.cosmos.sql;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A pattern of LIKE as a regular expression: {@code %} any characters, {@code _} one, {@code [a-c]} and {@code [^a-c]} one of a set. */
final class LikePattern {

    private final Pattern regex;

    LikePattern(String pattern, @Nullable Character escape) {
        this.regex = Pattern.compile(translate(pattern, escape), Pattern.DOTALL);
    }

    boolean matches(String text) {
        return regex.matcher(text).matches();
    }

    private static String translate(String pattern, @Nullable Character escape) {
        StringBuilder regex = new StringBuilder();
        for (int at = 0; at < pattern.length(); at++) {
            char c = pattern.charAt(at);
            if (escape != null && c == escape && at + 1 < pattern.length()) {
                regex.append(Pattern.quote(String.valueOf(pattern.charAt(++at))));
            } else if (c == '%') {
                regex.append(".*");
            } else if (c == '_') {
                regex.append('.');
            } else if (c == '[' && pattern.indexOf(']', at + 2) > 0) {
                int close = pattern.indexOf(']', at + 2);
                regex.append(characterClass(pattern.substring(at + 1, close)));
                at = close;
            } else {
                regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return regex.toString();
    }

    /** The set between brackets, in which a caret first negates and a dash between two characters spans a range. */
    private static String characterClass(String set) {
        StringBuilder regex = new StringBuilder("[");
        int at = 0;
        if (set.startsWith("^") && set.length() > 1) {
            regex.append('^');
            at = 1;
        }
        while (at < set.length()) {
            boolean range = at + 2 < set.length() && set.charAt(at + 1) == '-' && set.charAt(at) <= set.charAt(at + 2);
            literal(regex, set.charAt(at));
            if (range) {
                literal(regex.append('-'), set.charAt(at + 2));
            }
            at += range ? 3 : 1;
        }
        return regex.append(']').toString();
    }

    private static void literal(StringBuilder regex, char c) {
        if (!Character.isLetterOrDigit(c) && c < 128) {
            regex.append('\\');
        }
        regex.append(c);
    }
}
