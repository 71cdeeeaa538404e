package io.dronedelivery.servicekit.security;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/**
 * Reads what an issuer publishes about itself.
 *
 * @see <a href="https://openid.net/specs/openid-connect-discovery-1_0.html">OpenID Connect Discovery 1.0</a>
 */
final class IssuerDocuments {

    private static final String WELL_KNOWN = "/.well-known/openid-configuration";
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    /** What makes a key, and what says what it is for. Certificates and whatever else stands beside it may have any form. */
    private static final Set<String> UNDERSTOOD = Set.of("kty", "kid", "use", "alg", "n", "e", "crv", "x", "y");

    private static final Logger log = LoggerFactory.getLogger(IssuerDocuments.class);

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
        return address.flatMap(this::document).map(IssuerDocuments::keySet).timeout(timeout);
    }

    /** Where an issuer says where its keys are. */
    static URI discoveryDocument(URI issuer) {
        String base = issuer.toString();
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + WELL_KNOWN);
    }

    private Mono<URI> discovered() {
        return document(discoveryDocument(issuer)).map(this::jwkSetUri);
    }

    /** Issuers and the stores that they publish in call such a document many things, and some give no type. */
    private Mono<Map<String, Object>> document(URI uri) {
        return http.get()
                .uri(uri)
                .accept(MediaType.APPLICATION_JSON, MediaType.ALL)
                .exchangeToMono(response -> response.statusCode().is2xxSuccessful()
                        ? response.mutate()
                                .headers(headers -> headers.remove(HttpHeaders.CONTENT_TYPE))
                                .build()
                                .bodyToMono(byte[].class)
                        : response.createError())
                .map(IssuerDocuments::parse);
    }

    private static Map<String, Object> parse(byte[] json) {
        try {
            String text = new String(json, StandardCharsets.UTF_8);
            return JSONObjectUtils.parse(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text);
        } catch (ParseException e) {
            throw new IllegalStateException("it publishes something that is no JSON object", e);
        }
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

    /**
     * Each key that is understood; an issuer may publish others for other readers.
     *
     * @see <a href="https://www.rfc-editor.org/rfc/rfc7517#section-5">RFC 7517, section 5</a>
     */
    private static JWKSet keySet(Map<String, Object> document) {
        if (!(document.get("keys") instanceof List<?> members)) {
            throw new IllegalStateException("its keys are no JWK set");
        }
        List<JWK> keys = new ArrayList<>();
        for (Object member : members) {
            JWK key = member instanceof Map<?, ?> parameters ? key(parameters) : null;
            if (key != null) {
                keys.add(key);
            }
        }
        return new JWKSet(keys);
    }

    /** Null when it is no public key that is understood. */
    private static @Nullable JWK key(Map<?, ?> parameters) {
        Map<String, Object> understood = new HashMap<>();
        parameters.forEach((name, value) -> {
            if (name instanceof String text && UNDERSTOOD.contains(text)) {
                understood.put(text, value);
            }
        });
        try {
            return JWK.parse(understood).toPublicJWK();
        } catch (ParseException | IllegalArgumentException e) {
            log.debug("A key of the issuer is passed over: {}", e.getMessage());
            return null;
        }
    }
}
