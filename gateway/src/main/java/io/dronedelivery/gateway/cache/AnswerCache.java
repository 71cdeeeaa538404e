package io.dronedelivery.gateway.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** All kept answers of the gateway, within one bound of memory. The ones least used are given up. Any thread may call it. */
public final class AnswerCache implements MeterBinder {

    private final long maxBytes;
    private final Cache<CacheKey, KeptAnswer> answers;
    /** Those to which no kept answer and no call refers are garbage. */
    private final Cache<BackendUri, UriVersion> versions =
            Caffeine.newBuilder().weakValues().executor(Runnable::run).build();

    private final AtomicInteger generation = new AtomicInteger();
    private final AtomicLong givenUp = new AtomicLong();

    /** @param maxSize of all answers with their keys; null keeps none */
    public AnswerCache(@Nullable DataSize maxSize) {
        this.maxBytes = maxSize == null ? 0 : maxSize.toBytes();
        this.answers = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher(AnswerCache::size)
                .expireAfter(new UseOfAnswers())
                .executor(Runnable::run)
                .evictionListener((key, answer, cause) -> {
                    if (cause == RemovalCause.SIZE) {
                        givenUp.incrementAndGet();
                    }
                })
                .build();
    }

    private static int size(CacheKey key, KeptAnswer answer) {
        return key.size() + answer.size();
    }

    /** What is kept, null without it; it may be stale. */
    public @Nullable KeptAnswer find(CacheKey key) {
        KeptAnswer kept = answers.getIfPresent(key);
        return kept == null || kept.isOver() ? null : kept;
    }

    /**
     * The version of which the next answer of a URI is. Read it before the request is made: an answer that is overtaken by a change is not used.
     *
     * @param origin scheme, host and port of the backend
     * @param target path and query at the backend
     */
    public UriVersion version(String origin, String target) {
        return versions.get(new BackendUri(origin, target), uri -> new UriVersion());
    }

    /** Ends the use of all kept answers of a URI, and of whole answers with them. The parameters are those of {@link #version}. */
    public void changed(String origin, String target) {
        UriVersion version = versions.asMap().remove(new BackendUri(origin, target));
        if (version != null) {
            version.end();
        }
    }

    /** Changes with each purge. Read it before a request is made, and pass it to {@link #keep}. */
    public int generation() {
        return generation.get();
    }

    /** @param askedIn the {@link #generation} before the request was made; an answer from before a purge is not kept */
    public void keep(CacheKey key, KeptAnswer answer, int askedIn) {
        if (generation.get() != askedIn || answer.isOver()) {
            return;
        }
        answers.put(key, answer);
        if (generation.get() != askedIn) {
            // A purge has come in between, perhaps before this one was there.
            answers.invalidate(key);
        }
    }

    public void forget(CacheKey key) {
        answers.invalidate(key);
    }

    /**
     * Forgets answers, with the whole answers of the aggregations in question.
     *
     * @param aggregation of which one, null for all
     * @param part of which one, null for all
     * @param target path and query at the backend, null for all
     * @return how many there were
     */
    public long purge(@Nullable String aggregation, @Nullable String part, @Nullable String target) {
        generation.incrementAndGet();
        AtomicLong purged = new AtomicLong();
        answers.asMap().keySet().removeIf(key -> {
            boolean matches = (aggregation == null || key.aggregation().equals(aggregation))
                    && (key.part() == null
                            || (part == null || part.equals(key.part()))
                                    && (target == null || target.equals(key.target())));
            if (matches) {
                purged.incrementAndGet();
            }
            return matches;
        });
        return purged.get();
    }

    public long count() {
        answers.cleanUp();
        return answers.estimatedSize();
    }

    public long bytes() {
        return answers.policy()
                .eviction()
                .map(bound -> bound.weightedSize().orElse(0))
                .orElse(0L);
    }

    long maxBytes() {
        return maxBytes;
    }

    @Override
    public void bindTo(MeterRegistry meters) {
        Gauge.builder("gateway.cache.size", this, AnswerCache::bytes)
                .description("memory of the kept answers with their keys")
                .baseUnit("bytes")
                .register(meters);
        Gauge.builder("gateway.cache.entries", answers, Cache::estimatedSize)
                .description("kept answers")
                .register(meters);
        FunctionCounter.builder("gateway.cache.evictions", givenUp, AtomicLong::get)
                .description("answers that were given up because of gateway.cache.max-size")
                .register(meters);
    }

    private record BackendUri(String origin, String target) {}

    /** Each answer is kept for as long as it is of use, and its caller's token counts. */
    private static final class UseOfAnswers implements Expiry<CacheKey, KeptAnswer> {

        @Override
        public long expireAfterCreate(CacheKey key, KeptAnswer answer, long time) {
            return nanosToKeep(key, answer);
        }

        @Override
        public long expireAfterUpdate(CacheKey key, KeptAnswer answer, long time, long left) {
            return nanosToKeep(key, answer);
        }

        private static long nanosToKeep(CacheKey key, KeptAnswer answer) {
            long use = answer.nanosOfUse(System.nanoTime());
            if (key.caller() == null || key.caller().until().equals(Instant.MAX)) {
                return use;
            }
            long seconds = Math.max(
                    0, key.caller().until().getEpochSecond() - Instant.now().getEpochSecond());
            return Math.min(use, TimeUnit.SECONDS.toNanos(seconds));
        }

        @Override
        public long expireAfterRead(CacheKey key, KeptAnswer answer, long time, long left) {
            return left;
        }
    }
}
