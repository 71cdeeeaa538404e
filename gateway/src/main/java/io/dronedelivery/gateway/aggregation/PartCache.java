package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.Plan.PlannedPart;
import io.dronedelivery.gateway.cache.AnswerCache;
import io.dronedelivery.gateway.cache.CacheKey;
import io.dronedelivery.gateway.cache.CacheRule;
import io.dronedelivery.gateway.cache.CacheRule.RequestKind;
import io.dronedelivery.gateway.cache.KeptAnswer;
import io.dronedelivery.gateway.cache.UriVersion;
import io.dronedelivery.servicekit.deadline.Deadline;
import io.dronedelivery.servicekit.security.Caller;
import io.dronedelivery.servicekit.trace.TraceMembers;
import io.dronedelivery.servicekit.trace.TraceParent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/** The kept answers of one part. Any thread may call it. */
final class PartCache {

    private static final String TOKEN = "authorization";

    private final AnswerCache answers;
    private final CacheRule rule;
    private final RequestKind kind;
    private final String aggregation;
    private final String part;
    private final String origin;
    private final int[] keyPlaces;
    private final Consumer<String> count;

    /** What is being fetched again while stale answers are used. */
    private final Set<CacheKey> refreshed = ConcurrentHashMap.newKeySet();

    /**
     * @param passed the headers that the part passes on
     * @param places of them in {@link AggregateRequest#forwarded()}
     * @param count counts a use, by its kind
     */
    PartCache(
            AnswerCache answers,
            CacheRule rule,
            String aggregation,
            Part part,
            AsciiString[] passed,
            int[] places,
            Consumer<String> count) {
        this.answers = answers;
        this.rule = rule;
        this.aggregation = aggregation;
        this.part = part.name();
        this.origin = part.backend().origin();
        this.count = count;
        this.keyPlaces = IntStream.range(0, passed.length)
                .filter(i -> isInKey(rule, passed[i].toString()))
                .map(i -> places[i])
                .toArray();
        boolean token = part.backend().passesToken()
                || Stream.concat(part.requestHeaders().stream(), part.options().headers().keySet().stream())
                        .anyMatch(TOKEN::equalsIgnoreCase);
        Set<String> unkeyed = new HashSet<>(
                Set.of(TraceParent.HEADER, TraceMembers.HEADER, Deadline.HEADER.toLowerCase(Locale.ROOT), "via"));
        part.requestHeaders().stream()
                .filter(header -> !isInKey(rule, header))
                .forEach(header -> unkeyed.add(header.toLowerCase(Locale.ROOT)));
        if (rule.shared()) {
            unkeyed.add(TOKEN);
        }
        this.kind = new RequestKind(Set.copyOf(unkeyed), rule.shared() && token);
    }

    private static boolean isInKey(CacheRule rule, String header) {
        return rule.vary() == null || rule.vary().stream().anyMatch(header::equalsIgnoreCase);
    }

    CacheRule rule() {
        return rule;
    }

    /** Places in {@link AggregateRequest#forwarded()} of the headers on which an answer depends. */
    int[] keyPlaces() {
        return keyPlaces;
    }

    CacheKey key(PlannedPart planned, String uri, AggregateRequest request) {
        return key(aggregation, part, planned, uri, request, keyPlaces, rule.shared() ? null : request.caller());
    }

    /** The key of a call that only the same caller shares while it is made. */
    static CacheKey ofCall(PlannedPart planned, AggregateRequest request) {
        String uri = planned.target().expand(request.values());
        return key("", null, planned, uri, request, planned.headerPlaces(), request.caller());
    }

    private static CacheKey key(
            String aggregation,
            @Nullable String part,
            PlannedPart planned,
            String uri,
            AggregateRequest request,
            int[] places,
            @Nullable Caller caller) {
        List<@Nullable List<String>> headers = List.of();
        if (places.length > 0) {
            headers = new ArrayList<>(places.length);
            for (int place : places) {
                headers.add(request.forwarded().get(place));
            }
        }
        PartHeaders written = planned.headers();
        return new CacheKey(
                aggregation,
                part,
                uri,
                written == null ? List.of() : written.expand(request.values()),
                headers,
                caller);
    }

    @Nullable
    KeptAnswer find(CacheKey key) {
        return answers.find(key);
    }

    int generation() {
        return answers.generation();
    }

    /** @param uri path and query at the backend */
    UriVersion version(String uri) {
        return answers.version(origin, uri);
    }

    /**
     * Keeps a new answer in the place of an older one; if it must not be kept, none is left.
     *
     * @param askedAt when the request was made
     * @param askedIn the {@link #generation} before
     * @param version of its URI before
     * @return what is kept
     */
    @Nullable
    KeptAnswer keep(CacheKey key, HttpHeaders headers, byte[] json, long askedAt, int askedIn, UriVersion version) {
        return replace(key, KeptAnswer.of(rule, kind, isShared(key), headers, json, askedAt, version), askedIn);
    }

    /** As {@link #keep}, after a 304. */
    @Nullable
    KeptAnswer confirm(CacheKey key, KeptAnswer kept, HttpHeaders headers, long askedAt, int askedIn) {
        return replace(key, kept.confirmed(rule, kind, isShared(key), headers, askedAt), askedIn);
    }

    /** Callers that were not asked who they are cannot be told apart. */
    private static boolean isShared(CacheKey key) {
        return key.caller() == null || key.caller() == Caller.ANYBODY;
    }

    private @Nullable KeptAnswer replace(CacheKey key, @Nullable KeptAnswer answer, int askedIn) {
        if (answer == null) {
            answers.forget(key);
        } else {
            answers.keep(key, answer, askedIn);
        }
        return answer;
    }

    void forget(CacheKey key) {
        answers.forget(key);
    }

    /** @param use {@code hit}, {@code miss}, {@code stale} or {@code revalidated} */
    void count(String use) {
        count.accept(use);
    }

    /** Fetches an answer again that is used meanwhile, if its backend has a place for that now and it is not being fetched. */
    void refresh(CacheKey key, PlannedPart planned, AggregateRequest request) {
        if (refreshed.add(key)) {
            new PartFetch(planned, request, false).subscribe(new RefreshEnd(key));
        }
    }

    private final class RefreshEnd implements CoreSubscriber<PartCall> {

        private final CacheKey key;

        RefreshEnd(CacheKey key) {
            this.key = key;
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(PartCall call) {
            refreshed.remove(key);
        }

        @Override
        public void onError(Throwable failure) {
            refreshed.remove(key);
        }

        @Override
        public void onComplete() {
            // The call has come before.
        }
    }
}
