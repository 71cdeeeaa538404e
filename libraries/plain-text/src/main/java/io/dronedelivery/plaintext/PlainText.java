package io.dronedelivery.plaintext;

/** Checks and escapes text from untrusted sources. */
public final class PlainText {

    private static final char ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final char ZERO_WIDTH_JOINER = 0x200D;

    private PlainText() {}

    /**
     * Whether a text stays on its line and shows all its characters. It must have no control characters (C0, DEL, C1), no separators of
     * lines or paragraphs and no unpaired surrogate. It must have no invisible format characters either, such as those that change the
     * direction of writing. The joiners that scripts and emoji need are allowed.
     */
    public static boolean isPlain(String text) {
        return firstToEscape(text, 0) == text.length();
    }

    /**
     * The text, with each character that {@link #isPlain} does not allow as a Java escape, such as <code>\n</code> or <code>\u001b</code>.
     * Backslashes stay unchanged.
     */
    public static String escape(String text) {
        int next = firstToEscape(text, 0);
        if (next == text.length()) {
            return text;
        }
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        int done = 0;
        while (next < text.length()) {
            escaped.append(text, done, next);
            done = next + Character.charCount(text.codePointAt(next));
            for (int at = next; at < done; at++) {
                escape(text.charAt(at), escaped);
            }
            next = firstToEscape(text, done);
        }
        return escaped.append(text, done, text.length()).toString();
    }

    /**
     * The beginning of a text that is too long. It never ends with an unpaired surrogate.
     *
     * @param longest in UTF-16 code units
     */
    public static String cut(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        boolean splits = longest > 0
                && Character.isHighSurrogate(text.charAt(longest - 1))
                && Character.isLowSurrogate(text.charAt(longest));
        return text.substring(0, splits ? longest - 1 : longest);
    }

    private static int firstToEscape(String text, int from) {
        int at = from;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c >= ' ' && c < 0x7F) {
                at++;
                continue;
            }
            int character = text.codePointAt(at);
            if (!isShown(character)) {
                return at;
            }
            at += Character.charCount(character);
        }
        return at;
    }

    private static boolean isShown(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                false;
            case Character.FORMAT -> character == ZERO_WIDTH_NON_JOINER || character == ZERO_WIDTH_JOINER;
            default -> true;
        };
    }

    private static void escape(char c, StringBuilder into) {
        switch (c) {
            case '\n' -> into.append("\\n");
            case '\r' -> into.append("\\r");
            case '\t' -> into.append("\\t");
            default -> into.append(String.format("\\u%04x", (int) c));
        }
    }
}
