package io.dronedelivery.localapplicationinsights.ingestion;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;

/** Decompression with a limit, so that a small body cannot fill the memory. */
public final class Gzip {
    private Gzip() {}

    /**
     * The bytes, decompressed.
     *
     * @param maxBytes the most that may come out
     * @throws IOException when they are not in gzip's format
     * @throws TooLargeException when more comes out
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

    /** More came out than allowed. */
    public static final class TooLargeException extends Exception {}
}
