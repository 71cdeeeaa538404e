package io.dronedelivery.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jwt.SignedJWT;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.servicekit.testing.TestIssuer;
import io.dronedelivery.servicekit.testing.TestKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How often each caller may ask. */
@ExtendWith(NoBufferLeaks.class)
class RateLimitTest {

    private TestBackend backend;

    @BeforeEach
    void start() {
        backend = TestBackend.start().on("/it", "1");
    }

    @AfterEach
    void stop() {
        backend.close();
    }

    @Test
    void who_asks_too_often_is_told_when_to_ask_again_and_others_are_answered() throws IOException {
        try (TestGateway gateway = gateway(
                "gateway.aggregations.few.rate-limit.requests=2", "gateway.aggregations.few.rate-limit.per=1h")) {
            assertThat(gateway.get("/few").status()).isEqualTo(200);
            assertThat(gateway.get("/few").status()).isEqualTo(200);

            Response refused = gateway.get("/few");

            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.problem()).isEqualTo("too-many-requests");
            assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 1800);
            assertThat(gateway.get("/many").status()).as("another endpoint").isEqualTo(200);
            assertThat(from("127.0.0.2", gateway)).as("another caller").startsWith("HTTP/1.1 200");
            assertThat(backend.calls()).hasSize(4);
        }
    }

    @Test
    void after_a_while_they_may_ask_again() {
        try (TestGateway gateway = gateway(
                "gateway.aggregations.few.rate-limit.requests=1", "gateway.aggregations.few.rate-limit.per=500ms")) {
            await().untilAsserted(() -> assertThat(gateway.get("/few").status()).isEqualTo(200));
            await().untilAsserted(() -> assertThat(gateway.get("/few").status()).isEqualTo(200));
        }
    }

    @Test
    void the_limit_of_the_gateway_counts_all_endpoints() {
        try (TestGateway gateway =
                gateway("gateway.rate-limit.requests=1", "gateway.rate-limit.per=1h", "gateway.rate-limit.burst=3")) {
            assertThat(gateway.get("/few").status()).isEqualTo(200);
            assertThat(gateway.get("/many").status()).isEqualTo(200);
            assertThat(gateway.get("/few").status()).isEqualTo(200);
            assertThat(gateway.get("/many").status()).isEqualTo(429);
            assertThat(gateway.get("/actuator/health/liveness").status()).isEqualTo(200);
        }
    }

    @Test
    void of_two_gateways_each_lets_half_of_it_through() {
        String[] settings = {
            "gateway.limits.gateways=2",
            "gateway.aggregations.few.rate-limit.requests=4",
            "gateway.aggregations.few.rate-limit.per=1h",
            "gateway.rate-limit.requests=6",
            "gateway.rate-limit.per=1h"
        };
        try (TestGateway one = gateway(settings);
                TestGateway other = gateway(settings)) {
            for (TestGateway gateway : List.of(one, other)) {
                assertThat(gateway.get("/few").status()).isEqualTo(200);
                assertThat(gateway.get("/few").status()).isEqualTo(200);
                Response refused = gateway.get("/few");
                assertThat(refused.status()).isEqualTo(429);
                assertThat(Integer.parseInt(refused.header("Retry-After")))
                        .as("of four an hour, two at each")
                        .isBetween(1200, 1800);
                assertThat(gateway.get("/many").status()).isEqualTo(200);
                assertThat(gateway.get("/many").status())
                        .as("of six an hour, three at each")
                        .isEqualTo(429);
            }
        }
    }

    @Test
    void a_caller_is_whom_the_token_names_and_not_the_token() {
        try (TestIssuer issuer = new TestIssuer();
                TestGateway gateway = secured(
                        issuer,
                        "authenticated",
                        "gateway.aggregations.few.rate-limit.requests=2",
                        "gateway.aggregations.few.rate-limit.per=1h")) {
            assertThat(status(gateway, issuer.token(c -> c.subject("one").jwtID("1"))))
                    .isEqualTo(200);
            assertThat(status(gateway, issuer.token(c -> c.subject("one").jwtID("2"))))
                    .isEqualTo(200);
            assertThat(status(gateway, issuer.token(c -> c.subject("one").jwtID("3"))))
                    .isEqualTo(429);
            assertThat(status(gateway, issuer.token(c -> c.subject("two").jwtID("4"))))
                    .isEqualTo(200);
            assertThat(status(gateway, "forged")).isEqualTo(401);
        }
    }

    @Test
    void tokens_that_do_not_hold_are_refused_ever_sooner_and_lock_nobody_else_out() {
        try (TestIssuer issuer = new TestIssuer();
                TestGateway gateway = secured(
                        issuer, "authenticated", "gateway.rate-limit.requests=2", "gateway.rate-limit.per=1h")) {
            assertThat(status(gateway, forged(issuer))).isEqualTo(401);
            assertThat(status(gateway, forged(issuer))).isEqualTo(401);

            Response refused = gateway.get("/few", "Authorization", "Bearer " + forged(issuer));

            assertThat(refused.status()).isEqualTo(429);
            assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 1800);
            assertThat(status(gateway, issuer.token(c -> c.subject("fresh"))))
                    .as("another user's new token")
                    .isEqualTo(200);
            assertThat(gateway.get("/few").status())
                    .as("no token at all, another kind")
                    .isEqualTo(401);
            assertThat(status(gateway, unknownKey(issuer))).as("another kind").isEqualTo(401);
            assertThat(gateway.get("/many").status()).as("public").isEqualTo(200);
        }
    }

    @Test
    void the_networks_of_one_ipv6_site_share_a_limit() {
        try (TestGateway gateway = behindProxy("loopback")) {
            for (int network = 0; network < 16; network++) {
                assertThat(forwarded(gateway, "2001:db8:1:" + network + "::1")).isEqualTo(200);
                assertThat(forwarded(gateway, "2001:db8:1:" + network + "::2")).isEqualTo(429);
            }
            assertThat(forwarded(gateway, "2001:db8:1:ff::1")).isEqualTo(429);
            assertThat(forwarded(gateway, "2001:db8:2:ff::1")).isEqualTo(200);
        }
    }

    @Test
    void behind_proxies_that_nobody_has_named_a_limit_ends_the_start() {
        assertThatThrownBy(() -> gateway(
                        "security.open=true",
                        "gateway.rate-limit.requests=2",
                        "gateway.aggregations.few.rate-limit.requests=2"))
                .rootCause()
                .hasMessageContaining("gateway.rate-limit counts callers by address")
                .hasMessageContaining("gateway.aggregations.few.rate-limit")
                .hasMessageContaining("service-kit.edge.direct=true");
        for (String told : List.of("service-kit.edge.direct=true", "service-kit.edge.forwarded-from=10.0.0.0/8")) {
            try (TestGateway gateway = gateway("security.open=true", "gateway.rate-limit.requests=2", told)) {
                assertThat(gateway.get("/actuator/health/liveness").status()).isEqualTo(200);
            }
        }
    }

    @Test
    void whoever_sends_no_token_is_told_to_wait_as_well() {
        try (TestIssuer issuer = new TestIssuer();
                TestGateway gateway = secured(
                        issuer,
                        "authenticated",
                        "gateway.aggregations.few.rate-limit.requests=1",
                        "gateway.aggregations.few.rate-limit.per=1h")) {
            assertThat(gateway.get("/few").status()).isEqualTo(401);
            assertThat(gateway.get("/few").status()).isEqualTo(429);
        }
    }

    @Test
    void a_caller_who_may_not_is_counted_as_such_and_takes_nothing_from_others() {
        try (TestIssuer issuer = new TestIssuer();
                TestGateway gateway = secured(
                        issuer,
                        "scope:few.read",
                        "gateway.aggregations.few.rate-limit.requests=2",
                        "gateway.aggregations.few.rate-limit.per=1h")) {
            assertThat(status(gateway, issuer.token(c -> c.subject("curious")))).isEqualTo(403);
            assertThat(status(gateway, issuer.token(c -> c.subject("curious")))).isEqualTo(403);
            assertThat(status(gateway, issuer.token(c -> c.subject("curious")))).isEqualTo(429);
            assertThat(status(gateway, issuer.token(c -> c.subject("other").claim("scope", "few.read"))))
                    .isEqualTo(200);
        }
    }

    @Test
    void the_callers_behind_a_believed_proxy_are_counted_one_by_one() {
        try (TestGateway gateway = behindProxy("loopback")) {
            assertThat(forwarded(gateway, "192.0.2.1")).isEqualTo(200);
            assertThat(forwarded(gateway, "192.0.2.1")).isEqualTo(429);
            assertThat(forwarded(gateway, "192.0.2.2")).isEqualTo(200);
        }
    }

    /** A proxy adds to what its client has sent. */
    @Test
    void a_caller_behind_a_proxy_cannot_pass_as_another_one() {
        try (TestGateway gateway = behindProxy("loopback, 10.0.0.0/8")) {
            assertThat(forwarded(gateway, "198.51.100.1, 192.0.2.1")).isEqualTo(200);
            assertThat(forwarded(gateway, "198.51.100.2, 192.0.2.1")).isEqualTo(429);
            assertThat(forwarded(gateway, "10.0.0.9, 192.0.2.1, 10.0.0.2")).isEqualTo(429);
            assertThat(gateway.get("/few", "X-Forwarded-For", "192.0.2.1", "Forwarded", "for=198.51.100.3")
                            .status())
                    .isEqualTo(429);
        }
    }

    @Test
    void what_a_proxy_that_is_not_believed_says_does_not_count() {
        try (TestGateway gateway = behindProxy("")) {
            assertThat(forwarded(gateway, "192.0.2.1")).isEqualTo(200);
            assertThat(forwarded(gateway, "192.0.2.2")).isEqualTo(429);
        }
    }

    private TestGateway gateway(String... settings) {
        String[] all = new String[settings.length + 6];
        int i = 0;
        for (String name : new String[] {"few", "many"}) {
            all[i++] = "gateway.aggregations." + name + ".path=/" + name;
            all[i++] = "gateway.aggregations." + name + ".parts.it.backend=test";
            all[i++] = "gateway.aggregations." + name + ".parts.it.path=/it";
        }
        System.arraycopy(settings, 0, all, i, settings.length);
        return TestGateway.startInFrontOf(backend, all);
    }

    /** @param access who may call the endpoint {@code few} */
    private TestGateway secured(TestIssuer issuer, String access, String... settings) {
        String[] all = new String[settings.length + 5];
        all[4] = "service-kit.edge.direct=true";
        all[0] = "security.issuer=" + issuer.url();
        all[1] = "security.audience=" + TestIssuer.AUDIENCE;
        all[2] = "security.keys.timeout=1m";
        all[3] = "gateway.aggregations.few.access=" + access;
        System.arraycopy(settings, 0, all, 5, settings.length);
        return gateway(all);
    }

    /** By the name of a known key, with a signature of other claims. */
    private static String forged(TestIssuer issuer) {
        String one = issuer.token(claims -> claims.subject("one"));
        String other = issuer.token(claims -> claims.subject("other"));
        return one.substring(0, one.lastIndexOf('.')) + other.substring(other.lastIndexOf('.'));
    }

    private static String unknownKey(TestIssuer issuer) {
        try {
            return TestIssuer.sign(SignedJWT.parse(issuer.token("o-1", "")).getJWTClaimsSet(), TestKeys.ANOTHER, "JWT");
        } catch (ParseException e) {
            throw new IllegalStateException(e);
        }
    }

    private TestGateway behindProxy(String believed) {
        return gateway(
                "gateway.aggregations.few.rate-limit.requests=1",
                "gateway.aggregations.few.rate-limit.per=1h",
                "service-kit.edge.forwarded-from=" + believed);
    }

    private static int forwarded(TestGateway gateway, String clients) {
        return gateway.get("/few", "X-Forwarded-For", clients).status();
    }

    private static int status(TestGateway gateway, String token) {
        return gateway.get("/few", "Authorization", "Bearer " + token).status();
    }

    private static String from(String address, TestGateway gateway, String... headers) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getByName("127.0.0.1"), gateway.port(), InetAddress.getByName(address), 0)) {
            socket.getOutputStream()
                    .write(("GET /few HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                                    + Stream.of(headers)
                                            .map(header -> header + "\r\n")
                                            .collect(Collectors.joining())
                                    + "\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
