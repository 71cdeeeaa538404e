package io.dronedelivery.servicekit.trace;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The header {@code tracestate}: members of several vendors, which belong to a {@link TraceParent}.
 *
 * @see <a href="https://www.w3.org/TR/trace-context-2/#tracestate-header">W3C Trace Context, Level 2, tracestate</a>
 */
public final class TraceMembers {

    public static final String HEADER = "tracestate";

    private static final int MAX_MEMBERS = 32;
    private static final int MAX_LENGTH = 256;

    private TraceMembers() {}

    /**
     * The members of all lines in their order as one line. Empty members are left out, and of members with the same key the first one stays.
     *
     * @return null when there is no member, when there are more than 32, or when one is not valid
     */
    public static @Nullable String combine(List<String> lines) {
        StringBuilder combined = new StringBuilder();
        Set<String> keys = new HashSet<>();
        int members = 0;
        for (String line : lines) {
            for (int start = 0; start <= line.length(); ) {
                int comma = line.indexOf(',', start);
                int end = comma < 0 ? line.length() : comma;
                String member = trimmed(line, start, end);
                start = end + 1;
                if (member.isEmpty()) {
                    continue;
                }
                int equals = endOfKey(member);
                if (++members > MAX_MEMBERS || equals < 0 || !isValue(member, equals + 1)) {
                    return null;
                }
                if (keys.add(member.substring(0, equals))) {
                    combined.append(combined.isEmpty() ? "" : ",").append(member);
                }
            }
        }
        return combined.isEmpty() ? null : combined.toString();
    }

    private static String trimmed(String line, int from, int to) {
        int start = from;
        int end = to;
        while (start < end && isBlank(line.charAt(start))) {
            start++;
        }
        while (end > start && isBlank(line.charAt(end - 1))) {
            end--;
        }
        return line.substring(start, end);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    /** The index of the equals sign behind a valid key, or -1. */
    private static int endOfKey(String member) {
        int equals = member.indexOf('=');
        if (equals < 1 || equals > MAX_LENGTH || !isLetterOrDigit(member.charAt(0))) {
            return -1;
        }
        for (int i = 1; i < equals; i++) {
            char c = member.charAt(i);
            if (!isLetterOrDigit(c) && "_-*/@".indexOf(c) < 0) {
                return -1;
            }
        }
        return equals;
    }

    private static boolean isLetterOrDigit(char c) {
        return c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
    }

    private static boolean isValue(String member, int start) {
        int length = member.length() - start;
        if (length < 1 || length > MAX_LENGTH) {
            return false;
        }
        for (int i = start; i < member.length(); i++) {
            char c = member.charAt(i);
            if (c < ' ' || c > '~' || c == '=') {
                return false;
            }
        }
        return true;
    }
}
