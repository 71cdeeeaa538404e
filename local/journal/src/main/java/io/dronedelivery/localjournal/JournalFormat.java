package io.dronedelivery.localjournal;

import java.nio.charset.StandardCharsets;
import java.util.function.IntPredicate;

/**
 * The format of the journals of one stand-in.
 *
 * @param owner the stand-in, for messages
 * @param magic the ASCII characters at the beginning of each file, empty when a file begins with its first frame
 * @param recordTypes accepts the first byte of a payload; it tells a frame from bytes that look like one by chance
 */
public record JournalFormat(String owner, String magic, IntPredicate recordTypes) {

    byte[] magicBytes() {
        return magic.getBytes(StandardCharsets.US_ASCII);
    }
}
