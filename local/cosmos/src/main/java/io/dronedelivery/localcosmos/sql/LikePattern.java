package io.dronedelivery.localcosmos.sql;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of LIKE: {@code %} matches any characters, {@code _} one, {@code [a-c]} and {@code [^a-c]} one in or not in a set. Matching
 * takes at most the product of both lengths in steps, for any number of {@code %}.
 */
final class LikePattern {

    @FunctionalInterface
    private interface One {
        boolean accepts(char c);
    }

    private static final One MANY = c -> true;

    private final List<One> parts;

    LikePattern(String pattern, @Nullable Character escape) {
        this.parts = parse(pattern, escape);
    }

    private static List<One> parse(String pattern, @Nullable Character escape) {
        List<One> parts = new ArrayList<>();
        for (int at = 0; at < pattern.length(); at++) {
            char c = pattern.charAt(at);
            int close = c == '[' ? pattern.indexOf(']', at + 2) : -1;
            if (escape != null && c == escape && at + 1 < pattern.length()) {
                parts.add(exactly(pattern.charAt(++at)));
            } else if (c == '%') {
                parts.add(MANY);
            } else if (c == '_') {
                parts.add(any -> true);
            } else if (close > 0) {
                parts.add(set(pattern.substring(at + 1, close)));
                at = close;
            } else {
                parts.add(exactly(c));
            }
        }
        return parts;
    }

    private static One exactly(char wanted) {
        return c -> c == wanted;
    }

    /** The set between brackets. A leading caret negates it, and a dash between two characters makes a range. */
    private static One set(String set) {
        if (set.startsWith("^") && set.length() > 1) {
            One others = set(set.substring(1));
            return c -> !others.accepts(c);
        }
        return c -> {
            for (int at = 0; at < set.length(); at++) {
                boolean range = at + 2 < set.length() && set.charAt(at + 1) == '-';
                char last = set.charAt(range ? at + 2 : at);
                if (set.charAt(at) <= c && c <= last) {
                    return true;
                }
                at += range ? 2 : 0;
            }
            return false;
        };
    }

    boolean matches(String text) {
        int at = 0;
        int part = 0;
        int lastMany = -1;
        int retryAt = 0;
        while (at < text.length()) {
            if (part < parts.size() && parts.get(part) == MANY) {
                lastMany = part++;
                retryAt = at;
            } else if (part < parts.size() && parts.get(part).accepts(text.charAt(at))) {
                part++;
                at++;
            } else if (lastMany >= 0) {
                part = lastMany + 1;
                at = ++retryAt; // the last % takes one character more
            } else {
                return false;
            }
        }
        while (part < parts.size() && parts.get(part) == MANY) {
            part++;
        }
        return part == parts.size();
    }
}
