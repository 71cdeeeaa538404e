package io.dronedelivery.servicekit.security;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.source.JWKSecurityContextJWKSet;
import com.nimbusds.jose.proc.JWKSecurityContext;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import java.net.URI;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;
import org.springframework.security.oauth2.jwt.NimbusReactiveJwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Verifies tokens by Spring Security's decoder: signature, issuer, audience, times, type. */
final class TokenVerifier {

    /** Of an access token by RFC 9068, and of the many issuers that call all of their tokens so. */
    private static final List<String> TYPES = List.of("JWT", "at+jwt", "application/at+jwt");

    private static final List<String> NAMES_OF_CALLER = List.of("sub", "client_id", "azp", "appid", "oid");

    private final ReactiveJwtDecoder decoder;
    private final SecurityProperties settings;

    TokenVerifier(SecurityProperties settings, URI issuer, IssuerKeys keys) {
        this.settings = settings;
        this.decoder = decoder(settings, issuer, keys);
    }

    private static ReactiveJwtDecoder decoder(SecurityProperties settings, URI issuer, IssuerKeys keys) {
        Set<JWSAlgorithm> algorithms = settings.algorithms().stream()
                .map(algorithm -> JWSAlgorithm.parse(algorithm.name()))
                .collect(Collectors.toSet());
        NimbusReactiveJwtDecoder decoder = NimbusReactiveJwtDecoder.withJwkSource(token ->
                        // A token that is signed in another way is refused by the selector below; no key is looked for.
                        algorithms.contains(token.getHeader().getAlgorithm())
                                ? keys.of(token.getHeader()).flatMapIterable(TokenVerifier::orUnknown)
                                : Flux.empty())
                .validateType(false)
                .jwtProcessorCustomizer(processor -> processor.setJWSKeySelector(
                        new JWSVerificationKeySelector<JWKSecurityContext>(algorithms, new JWKSecurityContextJWKSet())))
                .build();
        decoder.setJwtValidator(validator(settings, issuer));
        return decoder;
    }

    private static List<JWK> orUnknown(List<JWK> found) {
        if (found.isEmpty()) {
            throw new UnknownKeyException();
        }
        return found;
    }

    private static OAuth2TokenValidator<Jwt> validator(SecurityProperties settings, URI issuer) {
        JwtTimestampValidator times = new JwtTimestampValidator(settings.clockSkew());
        times.setAllowEmptyExpiryClaim(false);
        JwtTypeValidator types = new JwtTypeValidator(TYPES);
        types.setAllowEmpty(true);
        return new DelegatingOAuth2TokenValidator<>(
                types, new JwtIssuerValidator(issuer.toString()), times, audience(settings.audience()));
    }

    private static OAuth2TokenValidator<Jwt> audience(List<String> wanted) {
        OAuth2TokenValidatorResult refused = OAuth2TokenValidatorResult.failure(
                new OAuth2Error("invalid_token", "The token is for another audience", null));
        return token -> {
            List<String> audience = token.getAudience();
            return audience != null && audience.stream().anyMatch(wanted::contains)
                    ? OAuth2TokenValidatorResult.success()
                    : refused;
        };
    }

    /** A token that holds: whom it names, and until when. */
    record Verified(Caller caller, Instant expiresAt) {}

    /**
     * @param authorization the header that the token came with
     * @return fails with a {@link org.springframework.security.oauth2.jwt.JwtException} when the token does not hold, with another one
     *     when that cannot be found out
     */
    Mono<Verified> verify(String token, String authorization) {
        return decoder.decode(token).map(jwt -> {
            Instant expiresAt = expiryOf(jwt);
            return new Verified(caller(jwt, authorization, expiresAt.plus(settings.clockSkew())), expiresAt);
        });
    }

    private static Instant expiryOf(Jwt token) {
        Instant expiresAt = token.getExpiresAt();
        if (expiresAt == null) {
            throw new IllegalStateException("A token without an end has been refused before");
        }
        return expiresAt;
    }

    private Caller caller(Jwt token, String authorization, Instant until) {
        Set<String> scopes = new HashSet<>();
        addTo(scopes, token.getClaims().get("scope"));
        addTo(scopes, token.getClaims().get("scp"));
        addTo(scopes, token.getClaims().get("roles"));
        Map<String, String> texts = new HashMap<>();
        token.getClaims().forEach((name, value) -> {
            if (value instanceof String text) {
                texts.put(name, text);
            }
        });
        return new Caller(
                subject(token),
                scopes,
                texts,
                settings.ownerClaim(),
                scopes.contains(settings.allOwnersScope()),
                authorization,
                until);
    }

    /**
     * Tokens that an application gets for itself need not have a subject at all issuers; then it is the application, as RFC 9068, section
     * 2.2, has it, or as Keycloak and Entra ID call it.
     */
    private static String subject(Jwt token) {
        return NAMES_OF_CALLER.stream()
                .map(token::getClaim)
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .filter(name -> !name.isBlank())
                .findFirst()
                .orElse("");
    }

    /** Scopes are words in a text (RFC 8693) or a list; Entra ID has those of a user in {@code scp}, those of an application in {@code roles}. */
    private static void addTo(Set<String> scopes, @Nullable Object claim) {
        if (claim instanceof String words) {
            scopes.addAll(List.of(words.split(" ", -1)));
        } else if (claim instanceof Collection<?> list) {
            list.stream()
                    .filter(String.class::isInstance)
                    .map(String.class::cast)
                    .forEach(scopes::add);
        }
    }
}
