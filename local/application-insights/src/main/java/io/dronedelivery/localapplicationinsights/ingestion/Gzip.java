package io.dronedelivery.localapplicationinsights.ingestion;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;

/** Decompression with a limit, so that a small body cannot fill the memory. */
public final class Gzip {
    private Gzip() {}

    /**
     * Decompresses bytes.
     *
     * @param maxBytes the most decompressed bytes
     * @throws IOException when the bytes are not in gzip's format
     * @throws TooLargeException when the result is larger
     */
    public static byte[] decompress(byte[] bytes, int maxBytes) throws IOException, TooLargeException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            byte[] plain = in.readNBytes(maxBytes);
            if (in.read() >= 0) {
                throw new TooLargeException();
            }
            return plain;
        }
    }

    /** The decompressed bytes exceed the limit. */
    public static final class TooLargeException extends Exception {}
}
