package io.dronedelivery.gateway.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.cache.CacheRule.RequestKind;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.unit.DataSize;

/** How much memory kept answers take. */
class CacheMemoryIT {

    private static final int KEYS = 100_000;

    private static final CacheRule RULE =
            new CacheRule(Duration.ofHours(1), Duration.ZERO, Duration.ZERO, false, null, true);

    private static final RequestKind KIND = new RequestKind(Set.of(), false);

    @ParameterizedTest
    @CsvSource({"64, 2, true", "64, 500, true", "64, 5000, true", "256, 500, false"})
    void kept_answers_stay_within_their_bound(int megabytes, int bodyBytes, boolean full) {
        DataSize bound = DataSize.ofMegabytes(megabytes);
        long before = usedHeap();
        AnswerCache cache = new AnswerCache(bound);
        for (int i = 0; i < KEYS; i++) {
            HttpHeaders headers = new DefaultHttpHeaders()
                    .set("ETag", "\"tag-" + i + '"')
                    .set("Cache-Control", "max-age=" + (3600 + i));
            CacheKey key = new CacheKey(
                    "month",
                    "invoice",
                    "/api/invoices/o-" + i + "/2026/11",
                    List.of(),
                    List.of(List.of("role-" + i)),
                    null);
            KeptAnswer answer = KeptAnswer.of(
                    RULE,
                    KIND,
                    false,
                    headers,
                    new byte[bodyBytes],
                    System.nanoTime(),
                    cache.version("http://invoice.test:8103", key.target()));
            cache.keep(key, Objects.requireNonNull(answer), 0);
        }
        long count = cache.count();
        long counted = cache.bytes();
        long used = usedHeap() - before;
        Reference.reachabilityFence(cache);
        System.out.printf(
                "%,d answers of %,d bytes: %,d bytes of heap, %,d counted, bound %,d%n",
                count, bodyBytes, used, counted, bound.toBytes());

        assertThat(counted).isLessThanOrEqualTo(bound.toBytes());
        assertThat(used).isLessThanOrEqualTo(bound.toBytes() * 11 / 10);
        // It counts neither much more than it takes, nor does it keep hardly anything.
        assertThat(used).isGreaterThan(counted / 2);
        if (full) {
            assertThat(counted).isGreaterThan(bound.toBytes() * 9 / 10);
        } else {
            assertThat(count).isEqualTo(KEYS);
        }
    }

    /** The least of several, because other threads may have made garbage in between. */
    private static long usedHeap() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }
}
