package io.dronedelivery.gateway.backend.answer;

import io.dronedelivery.plaintext.PlainText;

/** Makes text that a backend sent safe for a message: one line, of bounded length, without control characters. */
final class BackendText {

    private static final int MAX_LENGTH = 300;

    private BackendText() {}

    /** One line without control characters, cut where it gets long. */
    static String oneLine(String text) {
        String line = text.length() > MAX_LENGTH ? PlainText.cut(text, MAX_LENGTH) + "..." : text;
        return PlainText.escape(line.replaceAll("\\p{Cntrl}+", " ").trim());
    }

    static String quote(String text) {
        return "'" + oneLine(text) + "'";
    }
}
