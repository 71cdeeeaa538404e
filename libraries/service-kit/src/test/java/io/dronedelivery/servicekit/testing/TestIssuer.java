package io.dronedelivery.servicekit.testing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Instant;
import java.util.Date;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** An OpenID issuer as far as a resource server sees one: a discovery document and keys over HTTP, and tokens signed with them. */
public final class TestIssuer implements AutoCloseable {

    /** For whom its tokens are. */
    public static final String AUDIENCE = "drone-delivery";

    private final DisposableServer server;
    private final AtomicInteger questions = new AtomicInteger();
    /** Another issuer's has another name. */
    private final RSAKey key =
            new RSAKey.Builder(TestKeys.ONE).keyID(UUID.randomUUID().toString()).build();

    private final JWKSet published = new JWKSet(key.toPublicJWK());
    private volatile boolean unavailable;

    public TestIssuer() {
        server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .route(routes -> routes.get(
                                "/.well-known/openid-configuration",
                                (request, response) -> response.header("Content-Type", "application/json")
                                        .sendString(Mono.fromSupplier(() ->
                                                "{\"issuer\":\"" + url() + "\",\"jwks_uri\":\"" + url() + "/keys\"}")))
                        .get("/keys", (request, response) -> {
                            questions.incrementAndGet();
                            return unavailable
                                    ? response.status(503).send()
                                    : response.header("Content-Type", "application/json")
                                            .sendString(Mono.just(published.toString()));
                        }))
                .bindNow();
    }

    /** What it calls itself. */
    public String url() {
        return "http://127.0.0.1:" + server.port();
    }

    /** How often it was asked for its keys. */
    public int questions() {
        return questions.get();
    }

    /** Whether it answers with an error from now on. */
    public void unavailable(boolean isUnavailable) {
        unavailable = isUnavailable;
    }

    /** A token for an owner, with scopes in one text. */
    public String token(String owner, String scopes) {
        return token(claims -> claims.claim("owner", owner).claim("scope", scopes));
    }

    /** A token that is as it has to be, but for what is changed. */
    public String token(Consumer<JWTClaimsSet.Builder> change) {
        JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder()
                .issuer(url())
                .subject("somebody")
                .audience(AUDIENCE)
                .issueTime(Date.from(Instant.now()))
                .expirationTime(Date.from(Instant.now().plusSeconds(300)))
                .claim("nonce", UUID.randomUUID().toString());
        change.accept(claims);
        return sign(claims.build(), key, "JWT");
    }

    /** The key with which it signs. */
    public RSAKey key() {
        return key;
    }

    /** Signs claims. */
    public static String sign(JWTClaimsSet claims, RSAKey key, String type) {
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .keyID(key.getKeyID())
                        .type(new JOSEObjectType(type))
                        .build(),
                claims);
        try {
            token.sign(new RSASSASigner(key));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        return token.serialize();
    }

    @Override
    public void close() {
        server.disposeNow();
    }
}
