package io.dronedelivery.servicekit.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import io.dronedelivery.servicekit.security.SecurityProperties.KeySettings;
import io.dronedelivery.servicekit.testing.TestKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

class IssuerKeysTest {

    private static final RSAKey FIRST = TestKeys.ONE;
    private static final RSAKey SECOND = TestKeys.ANOTHER;
    private static final KeySettings SETTINGS = new KeySettings(
            Duration.ofMinutes(15), Duration.ofHours(24), Duration.ofSeconds(10), Duration.ofSeconds(2), 3);

    private final AtomicInteger questions = new AtomicInteger();
    private final AtomicInteger withdrawals = new AtomicInteger();
    /** Such clocks may begin anywhere, and pass their end. */
    private long now = Long.MAX_VALUE - 1;

    private JWKSet published = new JWKSet(FIRST.toPublicJWK());
    private boolean unavailable;
    /** The issuer's answer while it hangs, null when it answers at once. */
    private Sinks.@Nullable One<JWKSet> held;

    private final IssuerKeys keys = new IssuerKeys(this::answer, SETTINGS, withdrawals::incrementAndGet, () -> now);

    private Mono<JWKSet> answer() {
        questions.incrementAndGet();
        if (held != null) {
            return held.asMono();
        }
        return unavailable ? Mono.error(new IllegalStateException("away")) : Mono.just(published);
    }

    @Test
    void keys_are_asked_for_once() {
        assertThat(of(FIRST)).containsExactly(FIRST.toPublicJWK());
        assertThat(of(FIRST)).hasSize(1);
        assertThat(questions).hasValue(1);
    }

    @Test
    void made_up_keys_do_not_become_calls_to_the_issuer() {
        of(FIRST);
        for (int i = 0; i < 100; i++) {
            assertThat(of(SECOND)).isEmpty();
        }
        assertThat(questions).hasValue(1);
        after(SETTINGS.retry());
        for (int i = 0; i < 100; i++) {
            assertThat(of(SECOND)).isEmpty();
        }
        assertThat(questions).hasValue(2);
    }

    @Test
    void a_new_key_is_found_and_a_withdrawn_one_is_told() {
        of(FIRST);
        after(SETTINGS.retry());
        published = new JWKSet(List.of(SECOND.toPublicJWK(), FIRST.toPublicJWK()));
        assertThat(of(SECOND)).hasSize(1);
        assertThat(withdrawals).hasValue(0);
        after(SETTINGS.refresh());
        published = new JWKSet(SECOND.toPublicJWK());
        of(SECOND);
        assertThat(of(FIRST)).isEmpty();
        assertThat(withdrawals).hasValue(1);
    }

    @Test
    void the_keys_outlive_an_outage_of_the_issuer_for_a_time() {
        of(FIRST);
        unavailable = true;
        after(Duration.ofHours(23));
        assertThat(of(FIRST)).hasSize(1);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> of(SECOND)).isInstanceOf(IssuerUnavailableException.class);
        }
        after(Duration.ofHours(2));
        assertThatThrownBy(() -> of(FIRST)).isInstanceOf(IssuerUnavailableException.class);
        unavailable = false;
        after(SETTINGS.retry());
        assertThat(of(FIRST)).hasSize(1);
    }

    @Test
    void without_any_keys_it_cannot_be_said_whether_a_token_holds() {
        unavailable = true;
        assertThatThrownBy(() -> of(FIRST)).isInstanceOf(IssuerUnavailableException.class);
        assertThatThrownBy(() -> of(FIRST)).isInstanceOf(IssuerUnavailableException.class);
        assertThat(questions).hasValue(1);
    }

    @Test
    void while_the_issuer_hangs_few_unknown_keys_are_waited_for_and_the_others_are_told_at_once() {
        List<CompletableFuture<List<JWK>>> waiting = asManyAsMayWaitForAnIssuerThatHangs();
        assertThat(waiting).noneMatch(CompletableFuture::isDone);

        assertThat(later(SECOND)).isCompletedExceptionally();
        assertThat(later(FIRST)).as("known keys").isCompletedWithValue(List.of(FIRST.toPublicJWK()));

        held.tryEmitValue(new JWKSet(List.of(FIRST.toPublicJWK(), SECOND.toPublicJWK())));
        assertThat(waiting).allSatisfy(found -> assertThat(found).isCompletedWithValue(List.of(SECOND.toPublicJWK())));
        assertThat(questions).hasValue(2);
    }

    /** Such as the requests of callers that have left. */
    @Test
    void whoever_waits_no_longer_makes_room_for_another() {
        List<CompletableFuture<List<JWK>>> waiting = asManyAsMayWaitForAnIssuerThatHangs();
        assertThat(later(SECOND)).isDone();

        waiting.get(0).cancel(false);
        assertThat(later(SECOND)).isNotDone();

        held.tryEmitValue(published);
        assertThat(waiting.get(1)).isCompletedWithValue(List.of());
        after(SETTINGS.retry());
        held = Sinks.one();
        assertThat(later(SECOND)).as("all places are given back").isNotDone();
    }

    private List<CompletableFuture<List<JWK>>> asManyAsMayWaitForAnIssuerThatHangs() {
        of(FIRST);
        after(SETTINGS.retry());
        held = Sinks.one();
        List<CompletableFuture<List<JWK>>> waiting = new ArrayList<>();
        for (int i = 0; i < SETTINGS.waiting(); i++) {
            waiting.add(later(SECOND));
        }
        return waiting;
    }

    private void after(Duration time) {
        now += time.toNanos() + 1;
    }

    private List<JWK> of(RSAKey key) {
        return asked(key).block();
    }

    private CompletableFuture<List<JWK>> later(RSAKey key) {
        return asked(key).toFuture();
    }

    private Mono<List<JWK>> asked(RSAKey key) {
        return keys.of(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build());
    }
}
