package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.Plan.PlannedPart;
import io.dronedelivery.gateway.cache.AnswerCache;
import io.dronedelivery.gateway.cache.CacheKey;
import io.dronedelivery.gateway.cache.KeptAnswer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** The whole answers of an aggregation that are kept, and what callers learn about keeping them. Any thread may call it. */
final class CacheableAnswers {

    private static final int TAG_BYTES = 16;

    private final AnswerCache answers;
    private final String name;
    private final int[] keyPlaces;
    private final List<String> vary;
    private final boolean shared;

    CacheableAnswers(AnswerCache answers, Aggregation aggregation, Plan plan) {
        this.answers = answers;
        this.name = aggregation.name();
        List<PartCache> caches = plan.parts().stream()
                .map(PlannedPart::cache)
                .filter(Objects::nonNull)
                .toList();
        this.keyPlaces = caches.stream()
                .flatMapToInt(cache -> IntStream.of(cache.keyPlaces()))
                .distinct()
                .sorted()
                .toArray();
        this.vary = Arrays.stream(keyPlaces)
                .mapToObj(place -> plan.passedHeaders().names().get(place).toString())
                .toList();
        this.shared = caches.stream().allMatch(cache -> cache.rule().shared())
                && aggregation.parts().stream()
                        .flatMap(part -> part.options().when().stream())
                        .noneMatch(condition -> condition.source() == PartCondition.ConditionSource.CLAIM);
    }

    CacheKey key(AggregateRequest request) {
        return new CacheKey(
                name,
                null,
                "",
                Arrays.asList(request.values()),
                Arrays.stream(keyPlaces).mapToObj(request.forwarded()::get).toList(),
                shared ? null : request.caller());
    }

    /** A whole answer whose parts are all fresh, null without one. */
    @Nullable
    KeptAnswer find(CacheKey key) {
        KeptAnswer kept = answers.find(key);
        return kept != null && kept.isFresh(System.nanoTime()) ? kept : null;
    }

    int generation() {
        return answers.generation();
    }

    /**
     * A new answer, which is kept while all its parts are fresh; null when a part is not kept, is for one caller, or something stands in
     * for it: no caller must keep such an answer either.
     */
    @Nullable
    KeptAnswer keep(CacheKey key, byte[] json, Aggregate aggregate, int askedIn) {
        PlanResult result = aggregate.result();
        if (!aggregate.complete() || result == null || result.uses() == null) {
            return null;
        }
        List<KeptAnswer> parts = new ArrayList<>();
        for (CacheUse use : result.uses()) {
            // A part without a use was not called.
            if (use != null) {
                KeptAnswer part = use.kept();
                if (part == null || part.isPrivate()) {
                    return null;
                }
                parts.add(part);
            }
        }
        KeptAnswer whole = KeptAnswer.whole(json, tag(json), parts);
        if (whole.isFresh(System.nanoTime())) {
            answers.keep(key, whole, askedIn);
        }
        return whole;
    }

    /** A strong entity tag. */
    private static String tag(byte[] json) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(json);
            return '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, TAG_BYTES)) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    /**
     * Says how long callers may keep the answer.
     *
     * @param whole null when they must not
     */
    void writeTo(HttpHeaders headers, @Nullable KeptAnswer whole) {
        if (whole == null) {
            headers.set(HttpHeaders.CACHE_CONTROL, "no-store");
            return;
        }
        String scope = shared ? "" : "private, ";
        long seconds = whole.secondsFresh();
        headers.set(HttpHeaders.CACHE_CONTROL, scope + (seconds > 0 ? "max-age=" + seconds : "no-cache"));
        headers.set(HttpHeaders.ETAG, whole.fields().tag());
        vary.forEach(header -> headers.add(HttpHeaders.VARY, header));
    }

    /**
     * Whether the caller has the answer already.
     *
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2">RFC 9110, section 13.1.2, If-None-Match</a>
     */
    static boolean isKnown(HttpHeaders request, KeptAnswer whole) {
        for (String line : request.getOrEmpty(HttpHeaders.IF_NONE_MATCH)) {
            for (String text : line.split(",")) {
                String tag = text.strip();
                if (tag.equals("*")
                        || (tag.startsWith("W/") ? tag.substring(2) : tag)
                                .equals(whole.fields().tag())) {
                    return true;
                }
            }
        }
        return false;
    }
}
