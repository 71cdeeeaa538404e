package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.RawClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SignatureTest {
    @RegisterExtension
    static final LocalCosmosExtension cosmos = LocalCosmosExtension.create();

    private RawClient client;

    @BeforeEach
    void connect() {
        client = new RawClient(cosmos.cosmos());
    }

    @Test
    void a_wrong_key_is_unauthorized() {
        String other = Base64.getEncoder().encodeToString(new byte[64]);

        assertRefused(client.withKey(other).get("dbs"), 401, "Unauthorized", "wrong key");
        assertThatThrownBy(() -> Sdk.builder(cosmos.cosmos()).key(other).buildAsyncClient())
                .hasMessageContaining("Client initialization failed")
                .hasMessageContaining("401");
    }

    @Test
    void other_kinds_of_authorization_are_refused_by_name() {
        assertRefused(client.get("dbs", "authorization", ""), 401, "Unauthorized", "missing");
        assertRefused(
                client.get("dbs", "authorization", "type%3Dresource%26ver%3D1%26sig%3Dabc"),
                401,
                "Unauthorized",
                "'resource'");
        assertRefused(
                client.get("dbs", "authorization", "type%3Daad%26ver%3D1.0%26sig%3Dabc"), 401, "Unauthorized", "'aad'");
    }

    @Test
    void a_signature_is_good_for_fifteen_minutes() {
        assertThat(client.signingAt(Instant.now().minus(Duration.ofMinutes(14)))
                        .get("dbs")
                        .status())
                .isEqualTo(200);
        assertRefused(
                client.signingAt(Instant.now().minus(Duration.ofMinutes(16))).get("dbs"),
                403,
                "Forbidden",
                "current time");
        assertRefused(
                client.signingAt(Instant.now().plus(Duration.ofMinutes(16))).get("dbs"),
                403,
                "Forbidden",
                "current time");
    }
}
