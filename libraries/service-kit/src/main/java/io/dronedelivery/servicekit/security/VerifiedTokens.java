package io.dronedelivery.servicekit.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Remembers verified tokens until they expire, by their hash: whoever reads the memory of the process finds no tokens there that still
 * count. Any thread may call it.
 */
final class VerifiedTokens {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int HASH_BYTES = 32;

    private final Cache<Hash, Verified> tokens;
    private final Duration longest;
    private final InstantSource clock;
    private final ThreadLocal<Sha256> hashing = ThreadLocal.withInitial(Sha256::new);

    /** SHA-256 of a token. */
    record Hash(long a, long b, long c, long d) {

        /** Any 32 bits of such a hash are as good as any others. */
        @Override
        public int hashCode() {
            return (int) a;
        }
    }

    private record Verified(Caller caller, long untilMillis) {}

    /**
     * @param max how many are remembered
     * @param longest a token is forgotten after this time, even if it expires later
     */
    VerifiedTokens(int max, Duration longest, InstantSource clock) {
        // What is written with a token's last use is maintained by the thread that happens to do it, in microseconds.
        this.tokens = Caffeine.newBuilder()
                .maximumSize(max)
                .executor((Executor) Runnable::run)
                .build();
        this.longest = longest;
        this.clock = clock;
    }

    Hash hash(String token) {
        return hashing.get().of(token);
    }

    /** Whose token it is; null when it is not known, or has expired. */
    @Nullable
    Caller caller(Hash token) {
        Verified verified = tokens.getIfPresent(token);
        if (verified == null) {
            return null;
        }
        if (clock.millis() >= verified.untilMillis) {
            tokens.invalidate(token);
            return null;
        }
        return verified.caller;
    }

    void remember(Hash token, Caller caller, Instant expiresAt) {
        Instant latest = clock.instant().plus(longest);
        Instant until = expiresAt.isBefore(latest) ? expiresAt : latest;
        tokens.put(token, new Verified(caller, until.toEpochMilli()));
    }

    /** The keys have changed: who was believed because of the old ones is asked again. */
    void forgetAll() {
        tokens.invalidateAll();
    }

    /** Belongs to one thread. */
    private static final class Sha256 {

        private final MessageDigest digest;
        private final byte[] hash = new byte[HASH_BYTES];

        Sha256() {
            try {
                digest = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("Every Java has SHA-256", e);
            }
        }

        Hash of(String token) {
            digest.update(token.getBytes(StandardCharsets.ISO_8859_1));
            try {
                digest.digest(hash, 0, HASH_BYTES);
            } catch (DigestException e) {
                throw new IllegalStateException(e);
            }
            return new Hash((long) LONGS.get(hash, 0), (long) LONGS.get(hash, 8), (long) LONGS.get(hash, 16), (long)
                    LONGS.get(hash, 24));
        }
    }
}
