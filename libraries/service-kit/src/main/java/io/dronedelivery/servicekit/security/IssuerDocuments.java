package io.dronedelivery.servicekit.security;

import com.nimbusds.jose.jwk.JWKSet;
import java.net.URI;
import java.text.ParseException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/**
 * Reads what an issuer publishes about itself.
 *
 * @see <a href="https://openid.net/specs/openid-connect-discovery-1_0.html">OpenID Connect Discovery 1.0</a>
 */
final class IssuerDocuments {

    private static final String WELL_KNOWN = "/.well-known/openid-configuration";
    private static final ParameterizedTypeReference<Map<String, Object>> CLAIMS = new ParameterizedTypeReference<>() {};

    private final WebClient http;
    private final URI issuer;
    private final @Nullable URI jwkSetUri;
    private final Duration timeout;

    /** @param jwkSetUri null when the discovery document names it */
    IssuerDocuments(WebClient http, URI issuer, @Nullable URI jwkSetUri, Duration timeout) {
        this.http = http;
        this.issuer = issuer;
        this.jwkSetUri = jwkSetUri;
        this.timeout = timeout;
    }

    /** The issuer's public keys. Fails when they cannot be had in time, or the issuer calls itself by another name. */
    Mono<JWKSet> keys() {
        Mono<URI> address = jwkSetUri == null ? discovered() : Mono.just(jwkSetUri);
        return address.flatMap(uri -> http.get().uri(uri).retrieve().bodyToMono(String.class))
                .map(IssuerDocuments::parse)
                .timeout(timeout);
    }

    /** Where an issuer says where its keys are. */
    static URI discoveryDocument(URI issuer) {
        String base = issuer.toString();
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + WELL_KNOWN);
    }

    private Mono<URI> discovered() {
        return http.get()
                .uri(discoveryDocument(issuer))
                .retrieve()
                .bodyToMono(CLAIMS)
                .map(this::jwkSetUri);
    }

    private URI jwkSetUri(Map<String, Object> configuration) {
        Object name = configuration.get("issuer");
        if (!issuer.toString().equals(name)) {
            throw new IllegalStateException("it calls itself " + name);
        }
        if (!(configuration.get("jwks_uri") instanceof String uri)) {
            throw new IllegalStateException("it does not say where its keys are");
        }
        return URI.create(uri);
    }

    private static JWKSet parse(String json) {
        try {
            return JWKSet.parse(json).toPublicJWKSet();
        } catch (ParseException e) {
            throw new IllegalStateException("its keys are no JWK set", e);
        }
    }
}
