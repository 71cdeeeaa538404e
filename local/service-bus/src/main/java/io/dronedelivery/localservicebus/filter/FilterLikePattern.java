package io.dronedelivery.localservicebus.filter;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The pattern of {@code LIKE}: {@code %} is any text, {@code _} is one character. Matching takes at most the product of both lengths in
 * steps. A regular expression would try every split of the text among the {@code %}. Immutable.
 *
 * @param parts characters, {@link #MANY} and {@link #ONE}
 */
record FilterLikePattern(int[] parts) {
    private static final int MANY = -1;
    private static final int ONE = -2;

    /** @param escape takes the next character literally */
    static FilterLikePattern of(String like, @Nullable Character escape) {
        int[] characters = like.codePoints().toArray();
        int[] parts = new int[characters.length];
        int count = 0;
        for (int at = 0; at < characters.length; at++) {
            int c = characters[at];
            if (escape != null && c == escape && at + 1 < characters.length) {
                parts[count++] = characters[++at];
            } else {
                parts[count++] = c == '%' ? MANY : c == '_' ? ONE : c;
            }
        }
        return new FilterLikePattern(Arrays.copyOf(parts, count));
    }

    boolean matches(String text) {
        int[] characters = text.codePoints().toArray();
        int at = 0;
        int part = 0;
        int lastMany = -1;
        int retryAt = 0;
        while (at < characters.length) {
            if (part < parts.length && parts[part] == MANY) {
                lastMany = part++;
                retryAt = at;
            } else if (part < parts.length && (parts[part] == ONE || parts[part] == characters[at])) {
                part++;
                at++;
            } else if (lastMany >= 0) {
                // The last % takes one character more. Those before it need not change.
                part = lastMany + 1;
                at = ++retryAt;
            } else {
                return false;
            }
        }
        while (part < parts.length && parts[part] == MANY) {
            part++;
        }
        return part == parts.length;
    }
}
