package io.dronedelivery.localauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtDecoders;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/** Keys that change, and keys that stay. */
class KeysTest {

    @TempDir
    private Path directory;

    @Test
    void token_from_before_a_rotation_stays_valid_and_new_ones_have_another_key()
            throws IOException, InterruptedException {
        try (LocalAuth auth = LocalAuth.start()) {
            JwtDecoder decoder = JwtDecoders.fromIssuerLocation(auth.issuer());
            String before = token(auth);
            decoder.decode(before);

            auth.rotateKeys();
            String after = token(auth);

            assertThat(keyOf(decoder, after)).isNotEqualTo(keyOf(decoder, before));
            assertThat(keyOf(JwtDecoders.fromIssuerLocation(auth.issuer()), before))
                    .isEqualTo(keyOf(decoder, before));
        }
    }

    @Test
    void tokens_outlive_a_restart_when_keys_are_kept() throws IOException, InterruptedException {
        String beforeRotation;
        String afterRotation;
        try (LocalAuth first = LocalAuth.start(o -> o.dataDirectory(directory))) {
            beforeRotation = token(first);
            first.rotateKeys();
            afterRotation = token(first);
        }
        try (LocalAuth second = LocalAuth.start(o -> o.dataDirectory(directory))) {
            // Its port, and with it the issuer's name, is another one here; the keys are what is compared.
            JwtDecoder decoder = NimbusJwtDecoder.withJwkSetUri(second.issuer() + "/oauth2/jwks")
                    .build();

            assertThatCode(() -> decoder.decode(beforeRotation)).doesNotThrowAnyException();
            assertThat(keyOf(decoder, token(second))).isEqualTo(keyOf(decoder, afterRotation));
        }
    }

    @Test
    void retired_key_goes_when_no_token_of_it_is_valid_any_more() throws IOException {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-23T10:00:00Z"));
        SigningKeys keys = SigningKeys.load(now::get, directory, Duration.ofMinutes(10));
        String first = keys.currentId();

        keys.rotate();
        assertThat(ids(keys)).containsExactly(keys.currentId(), first);
        now.updateAndGet(instant -> instant.plus(Duration.ofMinutes(10)));
        assertThat(ids(SigningKeys.load(now::get, directory, Duration.ofMinutes(10))))
                .containsExactly(keys.currentId(), first);

        now.updateAndGet(instant -> instant.plus(Duration.ofMinutes(2)));
        assertThat(ids(keys)).containsExactly(keys.currentId());
        keys.rotate();
        assertThat(ids(SigningKeys.load(now::get, directory, Duration.ofMinutes(10))))
                .hasSize(2)
                .doesNotContain(first);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void kept_keys_are_readable_for_their_owner_alone() throws IOException {
        SigningKeys.load(directory, Duration.ofMinutes(10));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("signing-keys.json"))))
                .isEqualTo("rw-------");
    }

    @Test
    void file_that_has_no_keys_is_named() throws IOException {
        Files.writeString(directory.resolve("signing-keys.json"), "{\"keys\":[");

        assertThatIOException()
                .isThrownBy(() -> LocalAuth.start(o -> o.dataDirectory(directory)))
                .withMessageContaining("signing-keys.json");
    }

    private static List<String> ids(SigningKeys keys) {
        return keys.get(new JWKSelector(new JWKMatcher.Builder().build()), null).stream()
                .map(JWK::getKeyID)
                .toList();
    }

    private static String token(LocalAuth auth) throws IOException, InterruptedException {
        return new Form()
                .post(auth.tokenUrl(), "operator", "local", Map.of("grant_type", "client_credentials"))
                .json()
                .get("access_token")
                .asString();
    }

    private static Object keyOf(JwtDecoder decoder, String token) {
        return decoder.decode(token).getHeaders().get("kid");
    }
}
