package io.dronedelivery.localjournal;

import java.nio.charset.StandardCharsets;
import java.util.function.IntPredicate;

/**
 * The format of the journals of one stand-in.
 *
 * @param owner the stand-in, for messages
 * @param magic the ASCII characters at the beginning of each file, a name and the digits of a version; empty when a file begins with its
 *     first frame
 * @param recordTypes accepts the first byte of a payload; it tells a frame from bytes that look like one by chance
 */
public record JournalFormat(String owner, String magic, IntPredicate recordTypes) {

    /** Whether the beginning of a file differs from the magic only in the digits. */
    boolean isOfAnotherVersion(byte[] found) {
        String text = new String(found, StandardCharsets.US_ASCII);
        return text.length() == magic.length() && text.replaceAll("\\d", "0").equals(magic.replaceAll("\\d", "0"));
    }

    byte[] magicBytes() {
        return magic.getBytes(StandardCharsets.US_ASCII);
    }
}
