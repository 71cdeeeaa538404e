package io.dronedelivery.gateway.aggregation;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.dronedelivery.gateway.aggregation.Plan.PlannedPart;
import io.dronedelivery.servicekit.security.Caller;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last good answers of a part, for the time after its backend has failed. Two requests have the same answer if everything that the part
 * sends is equal, with the caller's token, unless the settings share it. Any thread may call it.
 */
final class LastGoodAnswers {

    /** What an entry takes beside its bytes: the key, its texts and the caller. */
    private static final int ENTRY = 1024;

    private final boolean shared;
    private final Cache<Key, KeptAnswer> answers;

    private record Key(
            List<@Nullable String> written,
            List<@Nullable List<String>> headers,
            @Nullable Caller caller) {}

    /** @param at the {@link System#nanoTime()} at which it came */
    record KeptAnswer(byte[] json, long at) {

        long ageSeconds() {
            return Duration.ofNanos(System.nanoTime() - at).toSeconds();
        }
    }

    LastGoodAnswers(Duration maxAge, long maxBytes, boolean shared) {
        this.shared = shared;
        this.answers = Caffeine.newBuilder()
                .expireAfterWrite(maxAge)
                .maximumWeight(maxBytes)
                .weigher((Key key, KeptAnswer answer) -> weight(key, answer))
                .executor(Runnable::run)
                .build();
    }

    private static int weight(Key key, KeptAnswer answer) {
        int weight = ENTRY + answer.json().length;
        for (String text : key.written()) {
            weight += text == null ? 0 : 2 * text.length();
        }
        for (List<String> values : key.headers()) {
            weight += values == null
                    ? 0
                    : values.stream().mapToInt(value -> 2 * value.length()).sum();
        }
        return weight;
    }

    void keep(PartState state, AggregateRequest request, @Nullable String[] values, byte[] json) {
        answers.put(key(state, request, values), new KeptAnswer(json, System.nanoTime()));
    }

    @Nullable
    KeptAnswer find(PartState state, AggregateRequest request, @Nullable String[] values) {
        return answers.getIfPresent(key(state, request, values));
    }

    private Key key(PartState state, AggregateRequest request, @Nullable String[] values) {
        PlannedPart planned = state.planned;
        List<@Nullable String> written = new ArrayList<>();
        if (state.node.list() == null) {
            written.add(planned.target().expand(values));
        } else {
            Collections.addAll(written, request.values());
            state.node.values().forEach(needed -> written.add(values[needed.slot()]));
            written.addAll(state.keys);
        }
        if (planned.headers() != null) {
            written.addAll(planned.headers().expand(values));
        }
        List<@Nullable List<String>> headers = new ArrayList<>();
        for (int place : planned.headerPlaces()) {
            headers.add(request.forwarded().get(place));
        }
        return new Key(written, headers, shared ? null : request.caller());
    }
}
