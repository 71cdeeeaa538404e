package io.dronedelivery.lab.comparisons.peers;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** Signs the token with which the gateway that asks for one is called. It is read once, so what this costs is not measured. */
public final class TokenIssuer {

    /** For whom the token is. */
    public static final String AUDIENCE = "benchmark";

    private static final Duration VALID = Duration.ofHours(12);

    private TokenIssuer() {}

    /** Listens on a free port of the loopback address until the process ends. */
    public static void main(String[] args) throws JOSEException {
        RSAKey key = new RSAKeyGenerator(2048).keyID("benchmark").generate();
        DisposableServer server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .route(routes -> routes.get(
                                "/.well-known/openid-configuration",
                                (request, response) -> response.header("Content-Type", "application/json")
                                        .sendString(Mono.fromSupplier(() -> configuration("http://"
                                                + request.requestHeaders().get("Host")))))
                        .get(
                                "/keys",
                                (request, response) -> response.header("Content-Type", "application/json")
                                        .sendString(Mono.just(new JWKSet(key.toPublicJWK()).toString())))
                        .get(
                                "/token",
                                (request, response) -> response.sendString(Mono.fromSupplier(() -> token(
                                        key,
                                        "http://" + request.requestHeaders().get("Host"))))))
                .bindNow();
        System.out.println("Token issuer started on port " + server.port());
        server.onDispose().block();
    }

    private static String configuration(String url) {
        return "{\"issuer\":\"" + url + "\",\"jwks_uri\":\"" + url + "/keys\"}";
    }

    /** As an issuer of a company signs them: 2048 bits of RSA, a dozen claims. */
    private static String token(RSAKey key, String url) {
        Instant now = Instant.now();
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(),
                new JWTClaimsSet.Builder()
                        .issuer(url)
                        .subject("2f1f4b5e-7a43-4c7b-9d4f-0d7a4f1c2b3a")
                        .audience(AUDIENCE)
                        .issueTime(Date.from(now))
                        .notBeforeTime(Date.from(now))
                        .expirationTime(Date.from(now.plus(VALID)))
                        .jwtID("7c0b2d51-8e4d-4a39-b6a7-0d1e9c9f3a10")
                        .claim("azp", "5d9c0a77-1a5e-4a8f-8a55-6a1f0f7c9b11")
                        .claim("name", "Owner of seventeen drones")
                        .claim("preferred_username", "owner-o-17@example.com")
                        .claim("owner", "o-17")
                        .claim("scope", "deliveries.read deliveries.write invoices.read drones.read")
                        .build());
        try {
            token.sign(new RSASSASigner(key));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        return token.serialize();
    }
}
