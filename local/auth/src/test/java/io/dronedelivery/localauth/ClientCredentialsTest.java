package io.dronedelivery.localauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoders;
import tools.jackson.databind.JsonNode;

/** Tokens for machines, verified by Spring Security from nothing but the issuer's URL. */
class ClientCredentialsTest {

    private static final Map<String, String> ASK = Map.of("grant_type", "client_credentials");

    private static LocalAuth auth;
    private final Form client = new Form();

    @BeforeAll
    static void start() throws IOException {
        auth = LocalAuth.start();
    }

    @AfterAll
    static void stop() {
        auth.close();
    }

    @Test
    void owners_client_gets_a_token_of_that_owner() throws IOException, InterruptedException {
        JsonNode answer =
                client.post(auth.tokenUrl(), "owner-o-17", "local", ASK).json();
        Jwt token = verified(answer);

        assertThat(answer.get("token_type").asString()).isEqualTo("Bearer");
        assertThat(answer.get("expires_in").asInt()).isBetween(3_000, 3_600);
        assertThat(token.getClaimAsString("owner")).isEqualTo("o-17");
        assertThat(token.getClaimAsString("scope"))
                .isEqualTo("deliveries.read deliveries.write drones.read invoices.read");
        assertThat(token.getAudience()).containsExactly("drone-delivery");
        assertThat(token.getSubject()).isEqualTo("owner-o-17");
        assertThat(token.getClaimAsString("iss")).isEqualTo(auth.issuer());
        assertThat(Duration.between(token.getIssuedAt(), token.getExpiresAt())).isEqualTo(Duration.ofHours(1));
    }

    @ParameterizedTest
    @CsvSource({
        "Host: localhost, 200",
        "Host: 127.0.0.1, 200",
        "Host: evil.example, 403",
        "Host: localhost|Origin: http://evil.example, 403",
        "Host: localhost|Sec-Fetch-Site: cross-site, 403"
    })
    void pages_of_others_are_refused_because_its_secrets_are_public(String fields, String status) throws IOException {
        int port = URI.create(auth.issuer()).getPort();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String request = "GET /.well-known/openid-configuration HTTP/1.1\r\n" + fields.replace("|", "\r\n")
                    + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer).startsWith("HTTP/1.1 " + status);
        }
    }

    @Test
    void operators_client_gets_a_token_for_all_owners_and_of_none() throws IOException, InterruptedException {
        Jwt token =
                verified(client.post(auth.tokenUrl(), "operator", "local", ASK).json());

        assertThat(token.hasClaim("owner")).isFalse();
        assertThat(token.getClaimAsString("scope").split(" ")).contains("owners.all", "operations", "deliveries.read");
    }

    @Test
    void client_that_names_scopes_gets_these_alone() throws IOException, InterruptedException {
        Jwt token = verified(client.post(
                        auth.tokenUrl(),
                        "owner-o-17",
                        "local",
                        Map.of("grant_type", "client_credentials", "scope", "drones.read"))
                .json());

        assertThat(token.getClaimAsString("scope")).isEqualTo("drones.read");
    }

    @Test
    void secret_may_also_be_sent_in_the_form() throws IOException, InterruptedException {
        Jwt token = verified(client.post(
                        auth.tokenUrl(),
                        Map.of("grant_type", "client_credentials", "client_id", "owner-o-17", "client_secret", "local"))
                .json());

        assertThat(token.getClaimAsString("owner")).isEqualTo("o-17");
    }

    @ParameterizedTest
    @CsvSource({
        "owner-o-17, wrong, client_credentials, drones.read, 401, invalid_client",
        "owner-o-17, '',    client_credentials, drones.read, 400, invalid_request",
        "stranger,   local, client_credentials, drones.read, 401, invalid_client",
        "owner-,     local, client_credentials, drones.read, 401, invalid_client",
        "owner-a/b,  local, client_credentials, drones.read, 401, invalid_client",
        "owner-o-17, local, client_credentials, owners.all,  400, invalid_scope",
        "owner-o-17, local, client_credentials, unknown,     400, invalid_scope",
        "owner-o-17, local, password,           drones.read, 400, unsupported_grant_type",
        "owner-o-17, local, refresh_token,      drones.read, 400, invalid_request",
        "web,        local, client_credentials, drones.read, 400, unauthorized_client"
    })
    void what_is_wrong_is_answered_as_in_rfc_6749(
            String clientId, String secret, String grant, String scope, int status, String error)
            throws IOException, InterruptedException {
        Form.Answer answer =
                client.post(auth.tokenUrl(), clientId, secret, Map.of("grant_type", grant, "scope", scope));

        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.json().get("error").asString()).isEqualTo(error);
        assertThat(answer.body()).doesNotContain("Exception", "\tat ");
    }

    @Test
    void issuer_says_where_its_endpoints_are() throws IOException, InterruptedException {
        JsonNode metadata =
                client.get(auth.issuer() + "/.well-known/openid-configuration").json();

        assertThat(metadata.get("issuer").asString()).isEqualTo(auth.issuer());
        assertThat(metadata.get("token_endpoint").asString()).isEqualTo(auth.tokenUrl());
        assertThat(client.get(metadata.get("jwks_uri").asString()).json().get("keys"))
                .singleElement()
                .satisfies(key -> {
                    assertThat(key.propertyNames()).doesNotContain("d", "p", "q");
                    assertThat(key.get("alg").asString()).isEqualTo("RS256");
                });
    }

    @Test
    void metadata_does_not_depend_on_the_host_that_a_caller_names() throws IOException, InterruptedException {
        JsonNode metadata = client.get("http://127.0.0.1:" + auth.port() + "/.well-known/openid-configuration")
                .json();

        assertThat(metadata.get("issuer").asString()).isEqualTo(auth.issuer());
    }

    @Test
    void it_listens_on_loopback_alone() throws IOException {
        // No test listens there, whatever port another process has.
        InetAddress other = InetAddress.getByName("127.1.0.3");

        assertThatIOException().isThrownBy(() -> new Socket(other, auth.port()).close());
    }

    private static Jwt verified(JsonNode answer) {
        return JwtDecoders.fromIssuerLocation(auth.issuer())
                .decode(answer.get("access_token").asString());
    }
}
