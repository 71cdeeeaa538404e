package io.dronedelivery.servicekit.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the callers of verified tokens until these expire, by the tokens' hash: 32 bytes to keep and to compare, however long a token is. A
 * {@link Caller} also holds the token, to pass it on, so a reader of the process's memory finds valid tokens there. Any thread may call it.
 */
final class VerifiedTokens {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** What one token takes that counts as one, in bytes. */
    static final int ORDINARY_SIZE = 4096;

    private final Cache<TokenHash, Verified> tokens;
    /** Raised before all are forgotten: what was verified with the keys before that is not remembered afterwards. */
    private final AtomicInteger generation = new AtomicInteger();

    private final Duration longest;
    private final InstantSource clock;
    /** Is copied for each hash, because asking the providers for one costs more than hashing. */
    private final MessageDigest sha256 = sha256();

    /** SHA-256 of a token. */
    record TokenHash(long a, long b, long c, long d) {

        /** Any 32 bits of such a hash are as good as any others. */
        @Override
        public int hashCode() {
            return (int) a;
        }
    }

    private record Verified(Caller caller, long untilMillis) {}

    /**
     * @param max how many are remembered; each counts as one for every {@link #ORDINARY_SIZE} that it takes, or part of it
     * @param longest a token is forgotten after this time, even if it expires later
     */
    VerifiedTokens(int max, Duration longest, InstantSource clock) {
        // What is written with a token's last use is maintained by the thread that happens to do it, in microseconds.
        this.tokens = Caffeine.newBuilder()
                .maximumWeight(max)
                .<TokenHash, Verified>weigher((token, verified) -> 1 + verified.caller.size() / ORDINARY_SIZE)
                .executor((Executor) Runnable::run)
                .build();
        this.longest = longest;
        this.clock = clock;
    }

    TokenHash hash(String token) {
        MessageDigest digest = copyOfSha256();
        byte[] hash = digest.digest(token.getBytes(StandardCharsets.ISO_8859_1));
        return new TokenHash((long) LONGS.get(hash, 0), (long) LONGS.get(hash, 8), (long) LONGS.get(hash, 16), (long)
                LONGS.get(hash, 24));
    }

    /** Whose token it is; null when it is not known, or has expired. */
    @Nullable
    Caller caller(TokenHash token) {
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

    /** The generation of the issuer's keys. Read it before a token is verified, and pass it to {@link #remember}. */
    int generation() {
        return generation.get();
    }

    /** @param verifiedIn the {@link #generation} before the token was verified; nothing is remembered if that is over */
    void remember(TokenHash token, Caller caller, Instant expiresAt, int verifiedIn) {
        if (generation.get() != verifiedIn) {
            return;
        }
        Instant latest = clock.instant().plus(longest);
        Instant until = expiresAt.isBefore(latest) ? expiresAt : latest;
        tokens.put(token, new Verified(caller, until.toEpochMilli()));
        if (generation.get() != verifiedIn) {
            // All were forgotten in between, perhaps before this one was there.
            tokens.invalidate(token);
        }
    }

    /** The keys have changed: who was believed because of the old ones is asked again. */
    void forgetAll() {
        generation.incrementAndGet();
        tokens.invalidateAll();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    private MessageDigest copyOfSha256() {
        try {
            return (MessageDigest) sha256.clone();
        } catch (CloneNotSupportedException e) {
            return sha256();
        }
    }
}
