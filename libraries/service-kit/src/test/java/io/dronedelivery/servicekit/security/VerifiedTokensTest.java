package io.dronedelivery.servicekit.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VerifiedTokensTest {

    private static final int MAX = 10;
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration TICK = Duration.ofMillis(1);

    private Instant now = Instant.parse("2026-11-25T12:00:00Z");
    private final VerifiedTokens tokens = new VerifiedTokens(MAX, LONGEST, () -> now);

    @Test
    void a_token_is_known_until_it_expires() {
        Caller caller = remember("one", Duration.ofMinutes(1));

        now = now.plus(Duration.ofMinutes(1)).minus(TICK);
        assertThat(known("one")).isSameAs(caller);
        assertThat(known("another")).isNull();

        now = now.plus(TICK);
        assertThat(known("one")).isNull();
    }

    @Test
    void a_token_that_does_not_expire_soon_is_verified_anew_after_a_time() {
        remember("one", Duration.ofHours(1));

        now = now.plus(LONGEST).minus(TICK);
        assertThat(known("one")).isNotNull();

        now = now.plus(TICK);
        assertThat(known("one")).isNull();
    }

    @Test
    void a_token_that_has_expired_is_not_known_again_when_the_clock_is_set_back() {
        remember("one", Duration.ofMinutes(1));

        now = now.plus(Duration.ofMinutes(1));
        assertThat(known("one")).isNull();

        now = now.minus(Duration.ofMinutes(1));
        assertThat(known("one")).isNull();
    }

    @Test
    void no_more_tokens_are_known_than_may_be() {
        List<String> several = numbered(10 * MAX, "token");
        several.forEach(token -> remember(token, Duration.ofMinutes(1)));

        assertThat(several.stream().filter(token -> known(token) != null)).hasSizeBetween(1, MAX);
    }

    @Test
    void however_long_tokens_are_their_memory_has_a_bound() {
        List<String> several = numbered(10 * MAX, "x".repeat(3 * VerifiedTokens.ORDINARY_SIZE));
        several.forEach(token -> remember(token, Duration.ofMinutes(1)));

        List<Caller> known = several.stream()
                .map(this::known)
                .filter(caller -> caller != null)
                .toList();
        assertThat(known).isNotEmpty();
        assertThat(known.stream()
                        .mapToInt(caller -> caller.authorization().length())
                        .sum())
                .as("bytes of their headers alone")
                .isLessThanOrEqualTo(MAX * VerifiedTokens.ORDINARY_SIZE);
    }

    @Test
    void a_token_that_is_larger_than_all_may_be_together_is_verified_each_time() {
        String token = "x".repeat(MAX * VerifiedTokens.ORDINARY_SIZE);
        remember("one", Duration.ofMinutes(1));
        remember(token, Duration.ofMinutes(1));

        assertThat(known(token)).isNull();
        assertThat(known("one")).isNotNull();
    }

    private static List<String> numbered(int count, String text) {
        return IntStream.range(0, count).mapToObj(i -> text + i).toList();
    }

    private Caller remember(String token, Duration left) {
        Caller caller = new Caller(
                "somebody", Set.of(), Map.of("sub", "somebody"), "owner", false, "Bearer " + token, now.plus(left));
        tokens.remember(tokens.hash(token), caller, now.plus(left), tokens.generation());
        return caller;
    }

    private Caller known(String token) {
        return tokens.caller(tokens.hash(token));
    }
}
