package io.dronedelivery.servicekit.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import io.dronedelivery.servicekit.security.SecurityProperties.Algorithm;
import io.dronedelivery.servicekit.security.SecurityProperties.KeySettings;
import io.dronedelivery.servicekit.security.SecurityProperties.TokenCache;
import io.dronedelivery.servicekit.testing.TestIssuer;
import io.dronedelivery.servicekit.testing.TestKeys;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import reactor.core.publisher.Mono;

/** A token is verified with a key that the issuer withdraws in that very moment. */
class WithdrawnKeyTest {

    private static final URI ISSUER = URI.create("https://issuer.test");
    private static final RSAKey OLD = TestKeys.ONE;
    private static final RSAKey FRESH = TestKeys.ANOTHER;
    private static final SecurityProperties SETTINGS = new SecurityProperties(
            ISSUER,
            List.of(TestIssuer.AUDIENCE),
            null,
            List.of(Algorithm.RS256),
            Duration.ofSeconds(30),
            "owner",
            "owners.all",
            "operations",
            false,
            new KeySettings(Duration.ofMinutes(15), Duration.ofHours(24), Duration.ZERO, Duration.ofSeconds(2), 50),
            new TokenCache(100, Duration.ofMinutes(5)));

    private JWKSet published = new JWKSet(OLD.toPublicJWK());

    private final InterruptedClock clockOfKeys = new InterruptedClock();
    private final InterruptedClock clockOfTokens = new InterruptedClock();
    private final VerifiedTokens verified = new VerifiedTokens(100, Duration.ofMinutes(5), clockOfTokens);
    private final IssuerKeys keys =
            new IssuerKeys(() -> Mono.just(published), SETTINGS.keys(), verified::forgetAll, clockOfKeys::nanoTime);
    private final Callers callers =
            new Callers(ISSUER, new TokenVerifier(SETTINGS, ISSUER, keys), verified, Duration.ofSeconds(10), false);

    @Test
    void a_token_that_holds_is_remembered() {
        ServerHttpRequest request = request();

        assertThat(callers.of(request).block()).isNotNull();

        assertThat(callers.atOnce(request)).isNotNull();
    }

    @Test
    void it_is_not_remembered_when_the_key_is_withdrawn_after_it_was_found() {
        knowTheOldKey();
        ServerHttpRequest request = request();

        clockOfKeys.meanwhile = this::withdrawTheOldKey;
        assertThat(callers.of(request).block()).isNotNull();

        assertThat(callers.atOnce(request)).isNull();
    }

    @Test
    void it_is_not_remembered_when_the_key_is_withdrawn_while_it_is_being_remembered() {
        knowTheOldKey();
        ServerHttpRequest request = request();

        clockOfTokens.meanwhile = this::withdrawTheOldKey;
        assertThat(callers.of(request).block()).isNotNull();

        assertThat(callers.atOnce(request)).isNull();
    }

    private void knowTheOldKey() {
        assertThat(keys.of(header(OLD)).block()).hasSize(1);
    }

    /** A token names the fresh key, so the issuer is asked again. */
    private void withdrawTheOldKey() {
        published = new JWKSet(FRESH.toPublicJWK());
        assertThat(keys.of(header(FRESH)).block()).hasSize(1);
    }

    private static JWSHeader header(RSAKey key) {
        return new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build();
    }

    private static ServerHttpRequest request() {
        JWTClaimsSet claims = new JWTClaimsSet.Builder()
                .issuer(ISSUER.toString())
                .subject("somebody")
                .audience(TestIssuer.AUDIENCE)
                .issueTime(new Date())
                .expirationTime(Date.from(Instant.now().plusSeconds(300)))
                .build();
        return MockServerHttpRequest.get("/")
                .header(HttpHeaders.AUTHORIZATION, "Bearer " + TestIssuer.sign(claims, OLD, "JWT"))
                .build();
    }

    /** Something happens when it is looked at the next time, which is between reading something and acting upon it. */
    private static final class InterruptedClock implements InstantSource {

        private @Nullable Runnable meanwhile;

        @Override
        public Instant instant() {
            Runnable first = meanwhile;
            meanwhile = null;
            if (first != null) {
                first.run();
            }
            return Instant.now();
        }

        long nanoTime() {
            instant();
            return System.nanoTime();
        }
    }
}
