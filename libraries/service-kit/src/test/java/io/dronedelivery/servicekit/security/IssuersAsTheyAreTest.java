package io.dronedelivery.servicekit.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import io.dronedelivery.servicekit.testing.RawAnswer;
import io.dronedelivery.servicekit.testing.RawConnection;
import io.dronedelivery.servicekit.testing.TestIssuer;
import io.dronedelivery.servicekit.testing.TestKeys;
import java.io.IOException;
import java.time.Instant;
import java.util.Date;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerResponse;

/** Key sets and documents as issuers publish them, not only as ours does. */
class IssuersAsTheyAreTest {

    private static volatile String type = "application/json";
    private static volatile String keys = "";
    private static volatile boolean unavailable;

    private static final DisposableServer ISSUER = HttpServer.create()
            .host("127.0.0.1")
            .port(0)
            .route(routes -> routes.get(
                            "/.well-known/openid-configuration",
                            (request, response) -> typed(response)
                                    .sendString(Mono.fromSupplier(() -> "{\"issuer\":\"" + url() + "\",\"jwks_uri\":\""
                                            + url() + "/keys\",\"more\":{\"a\":[1]}}")))
                    .get(
                            "/keys",
                            (request, response) -> unavailable
                                    ? response.status(503).send()
                                    : typed(response).sendString(Mono.fromSupplier(() -> keys))))
            .bindNow();

    private static final ConfigurableApplicationContext SERVICE = new SpringApplicationBuilder(SecuredApplication.class)
            .run(
                    "--server.port=0",
                    "--management.server.port=",
                    "--security.issuer=" + url(),
                    "--security.audience=" + TestIssuer.AUDIENCE,
                    "--security.keys.timeout=1m",
                    "--security.keys.retry=1ms",
                    "--spring.config.import=classpath:service-kit.yml");

    private static HttpServerResponse typed(HttpServerResponse response) {
        return type.isEmpty() ? response : response.header("Content-Type", type);
    }

    private static String url() {
        return "http://127.0.0.1:" + ISSUER.port();
    }

    /** Of a name that the service does not know, so that it asks for it. */
    private final RSAKey signing = named(TestKeys.ONE);

    private final String published = signing.toPublicJWK().toJSONString();

    private static RSAKey named(RSAKey key) {
        return new RSAKey.Builder(key).keyID(UUID.randomUUID().toString()).build();
    }

    @BeforeEach
    void publish() {
        type = "application/json";
        keys = "{\"keys\":[" + published + "]}";
    }

    @AfterAll
    static void stop() {
        SERVICE.close();
        ISSUER.disposeNow();
    }

    private static String status(RSAKey key) throws IOException {
        String token = TestIssuer.sign(
                new JWTClaimsSet.Builder()
                        .issuer(url())
                        .subject("somebody")
                        .audience(TestIssuer.AUDIENCE)
                        .expirationTime(Date.from(Instant.now().plusSeconds(300)))
                        .jwtID(UUID.randomUUID().toString())
                        .build(),
                key,
                "JWT");
        int port = SERVICE.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        try (RawConnection client = new RawConnection(port)) {
            RawAnswer answer = client.send(
                            "GET /me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token + "\r\n\r\n")
                    .answer();
            return answer.status() + (answer.header("Retry-After").isEmpty() ? "" : " with Retry-After");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/jwk-set+json",
                "application/json;charset=UTF-8",
                "text/plain",
                "text/plain; charset=utf-8",
                "text/html",
                "application/octet-stream",
                "nonsense",
                ""
            })
    void a_document_is_read_whatever_it_is_called(String called) throws IOException {
        type = called;
        assertThat(status(signing)).isEqualTo("200");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"kty\":\"LATTICE\",\"kid\":\"q\"}",
                "{\"kty\":\"OKP\",\"crv\":\"Ed448\",\"x\":\"AA\"}",
                "{\"kty\":\"EC\",\"crv\":\"P-1024\",\"x\":\"AA\",\"y\":\"AA\"}",
                "{\"kty\":\"RSA\",\"kid\":\"x5c\",\"x5c\":[\"MIIB\"]}",
                "{\"kty\":\"oct\",\"k\":\"AA\"}",
                "{\"kty\":7}",
                "{}",
                "null",
                "\"text\""
            })
    void a_member_that_is_not_understood_leaves_the_others(String member) throws IOException {
        keys = "{\"more\":true,\"keys\":[" + member + "," + published + "," + member + "]}";
        assertThat(status(signing)).isEqualTo("200");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"alg\":\"RS256\",\"use\":\"sig\",\"issuer\":\"x\",\"x5c\":[\"no certificate\"],\"x5t\":7,\"nbf\":1",
                "\"key_ops\":[\"verify\",\"another\"],\"exp\":\"never\"",
                "\"use\":null,\"alg\":null"
            })
    void what_else_a_key_has_does_not_matter(String more) throws IOException {
        keys = "{\"keys\":[" + published.replaceFirst("\\{", "{" + more.replace("\\", "\\\\") + ",") + "]}";
        assertThat(status(signing)).isEqualTo("200");
    }

    @Test
    void a_key_without_a_name_is_tried_and_of_two_with_the_same_name_each() throws IOException {
        String nameless = published.replaceFirst("\"kid\":\"[^\"]*\",?", "");
        keys = "{\"keys\":[" + nameless + "]}";
        assertThat(status(signing)).isEqualTo("200");

        RSAKey one = named(TestKeys.ONE);
        RSAKey other =
                new RSAKey.Builder(TestKeys.ANOTHER).keyID(one.getKeyID()).build();
        keys = "{\"keys\":[" + other.toPublicJWK() + "," + one.toPublicJWK() + "]}";
        assertThat(status(one)).isEqualTo("200");
        assertThat(status(other)).isEqualTo("200");
    }

    @Test
    void a_token_of_an_unknown_key_is_not_thrown_away_while_the_issuer_cannot_be_asked() throws IOException {
        assertThat(status(signing)).isEqualTo("200");
        RSAKey next = named(TestKeys.ANOTHER);
        unavailable = true;
        assertThat(status(next)).isEqualTo("503 with Retry-After");
        assertThat(status(signing)).isEqualTo("200");
        unavailable = false;
        keys = "{\"keys\":[" + published + "," + next.toPublicJWK() + "]}";
        assertThat(status(next)).isEqualTo("200");
    }
}
