package io.dronedelivery.servicekit.web;

import io.netty.buffer.ByteBuf;

/**
 * Follows a chunked body along its decoder and looks at the line before each chunk. Netty's decoder skips blanks before a chunk's size,
 * and everything between a blank behind it and the end of the line. Owned by the event loop of its connection.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9112#section-7.1">RFC 9112, 7.1 Chunked Transfer Coding</a>
 */
final class ChunkLines {

    private static final long NO_LINE = -1;

    /** How many bytes are decoded before the next line begins, or {@link #NO_LINE}. */
    private long untilLine = NO_LINE;

    /** A chunked body begins. */
    void begin() {
        untilLine = 0;
    }

    /** No chunk will follow. */
    void end() {
        untilLine = NO_LINE;
    }

    /** Whether the next bytes are the beginning of a line before a chunk, but cannot be. To be called before they are decoded. */
    boolean isFaulty(ByteBuf buffer) {
        if (untilLine != 0 || !buffer.isReadable()) {
            return false;
        }
        int start = buffer.readerIndex();
        if (digit(buffer.getByte(start)) < 0) {
            return true;
        }
        int lineFeed = buffer.indexOf(start, buffer.writerIndex(), (byte) '\n');
        return lineFeed >= 0 && !isLine(buffer, start, lineFeed);
    }

    private boolean isLine(ByteBuf buffer, int start, int lineFeed) {
        long size = 0;
        int at = start;
        // A size that does not fit into an int is refused by the decoder.
        for (int digit = digit(buffer.getByte(at)); digit >= 0 && size <= Integer.MAX_VALUE; ) {
            size = size * 16 + digit;
            digit = digit(buffer.getByte(++at));
        }
        untilLine = size == 0 ? NO_LINE : lineFeed + 1 - start + size + 2;
        while (buffer.getByte(at) == ' ' || buffer.getByte(at) == '\t') {
            at++;
        }
        byte end = buffer.getByte(at);
        return end == ';' || end == '\r' || end == '\n' || size > Integer.MAX_VALUE;
    }

    /** The decoder has taken bytes. */
    void decoded(int bytes) {
        if (untilLine > 0) {
            untilLine -= bytes;
        }
    }

    private static int digit(byte b) {
        return b < 0 ? -1 : Character.digit(b, 16);
    }
}
