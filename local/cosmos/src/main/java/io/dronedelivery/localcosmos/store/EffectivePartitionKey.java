package io.dronedelivery.localcosmos.store;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * The place of a partition key on the ring that physical partitions divide ("hash v2"): 126 bits of a MurmurHash3 over the typed bytes of
 * the value. Written as 32 hexadecimal digits. The ring goes from {@code ""} to {@code "FF"}, which no hash reaches.
 *
 * @param rest the digits of the further values of a hierarchical key, 32 for each; otherwise empty
 */
public record EffectivePartitionKey(long high, long low, String rest) implements Comparable<EffectivePartitionKey> {
    public static final EffectivePartitionKey MIN = new EffectivePartitionKey(0, 0, "");
    public static final EffectivePartitionKey MAX = new EffectivePartitionKey(0xFFL << 56, 0, "");
    private static final BigInteger RING = BigInteger.ONE.shiftLeft(126);
    /** Of three values, and what ends the range of their keys. */
    private static final int MAX_DIGITS = 3 * 32 + 2;

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /** @param value a partition key, or the first values of a hierarchical one */
    public static EffectivePartitionKey of(Scalar value) {
        if (value.value() instanceof List) {
            List<Scalar> levels = value.levels();
            EffectivePartitionKey first = of(levels.get(0));
            StringBuilder rest = new StringBuilder();
            levels.subList(1, levels.size()).forEach(level -> rest.append(of(level)));
            return new EffectivePartitionKey(first.high, first.low, rest.toString());
        }
        Murmur3.Hash hash = Murmur3.hash(typedBytes(value.value()));
        // The service reverses all sixteen bytes of the hash and clears the two highest bits.
        return new EffectivePartitionKey(hash.second() & (-1L >>> 2), hash.first(), "");
    }

    /** The lower end of range {@code index} of {@code count} even ranges. */
    static EffectivePartitionKey boundary(int index, int count) {
        if (index == count) {
            return MAX;
        }
        BigInteger place = RING.multiply(BigInteger.valueOf(index)).divide(BigInteger.valueOf(count));
        return new EffectivePartitionKey(place.shiftRight(64).longValue(), place.longValue(), "");
    }

    /** Parses the output of {@link #toString()}. A shorter text is the lower end of all keys that begin with it. */
    public static EffectivePartitionKey parse(String hex) {
        String text = hex.toUpperCase(Locale.ROOT);
        if (text.length() > MAX_DIGITS || text.chars().anyMatch(c -> Character.digit(c, 16) < 0)) {
            throw ServiceException.badRequest("'" + hex + "' is not an effective partition key.");
        }
        String padded = text + "0".repeat(Math.max(0, 32 - text.length()));
        return new EffectivePartitionKey(
                HexFormat.fromHexDigitsToLong(padded, 0, 16),
                HexFormat.fromHexDigitsToLong(padded, 16, 32),
                padded.substring(32));
    }

    private static byte[] typedBytes(Object value) {
        if (value instanceof String text) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(utf8.length + 2);
            bytes.write(0x08);
            bytes.write(utf8, 0, utf8.length);
            bytes.write(0xFF);
            return bytes.toByteArray();
        }
        if (value instanceof Double number) {
            return ByteBuffer.allocate(9)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put((byte) 0x05)
                    .putDouble(number)
                    .array();
        }
        if (value instanceof Boolean bool) {
            return new byte[] {(byte) (bool ? 0x03 : 0x02)};
        }
        return new byte[] {(byte) (value == Scalar.Missing.NULL ? 0x01 : 0x00)};
    }

    @Override
    public int compareTo(EffectivePartitionKey other) {
        int order = Long.compareUnsigned(high, other.high);
        if (order == 0) {
            order = Long.compareUnsigned(low, other.low);
        }
        return order != 0 ? order : rest.compareTo(other.rest);
    }

    @Override
    public String toString() {
        if (equals(MIN)) {
            return "";
        }
        return equals(MAX) ? "FF" : HEX.toHexDigits(high) + HEX.toHexDigits(low) + rest;
    }
}
