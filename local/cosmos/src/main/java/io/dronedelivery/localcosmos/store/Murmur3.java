package io.dronedelivery.localcosmos.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** MurmurHash3, x64 variant, 128 bits, seed 0 (Austin Appleby, public domain): the hash of "hash v2" partition keys. */
final class Murmur3 {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long C1 = 0x87c37b91114253d5L;
    private static final long C2 = 0x4cf5ad432745937fL;

    private Murmur3() {}

    /** The two halves of a 128 bit hash. */
    record Hash(long first, long second) {}

    static Hash hash(byte[] bytes) {
        long h1 = 0;
        long h2 = 0;
        int end = bytes.length & ~15;
        for (int i = 0; i < end; i += 16) {
            h1 ^= mixFirst((long) LONGS.get(bytes, i));
            h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
            h2 ^= mixSecond((long) LONGS.get(bytes, i + 8));
            h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
        }
        h2 ^= mixSecond(tail(bytes, end + 8));
        h1 ^= mixFirst(tail(bytes, end));

        h1 ^= bytes.length;
        h2 ^= bytes.length;
        h1 += h2;
        h2 += h1;
        h1 = finish(h1);
        h2 = finish(h2);
        h1 += h2;
        h2 += h1;
        return new Hash(h1, h2);
    }

    /** At most eight bytes from {@code start}, least significant first. */
    private static long tail(byte[] bytes, int start) {
        long value = 0;
        for (int i = Math.min(start + 8, bytes.length) - 1; i >= start; i--) {
            value = (value << 8) | (bytes[i] & 0xff);
        }
        return value;
    }

    private static long mixFirst(long k) {
        return Long.rotateLeft(k * C1, 31) * C2;
    }

    private static long mixSecond(long k) {
        return Long.rotateLeft(k * C2, 33) * C1;
    }

    private static long finish(long h) {
        h = (h ^ h >>> 33) * 0xff51afd7ed558ccdL;
        h = (h ^ h >>> 33) * 0xc4ceb9fe1a85ec53L;
        return h ^ h >>> 33;
    }
}
