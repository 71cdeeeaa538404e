package io.dronedelivery.servicekit.security;

import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.oauth2.jwt.JwtException;
import reactor.core.publisher.Mono;

/** Finds out who makes a request. Any thread may call it. */
public final class Callers {

    private static final Logger log = LoggerFactory.getLogger(Callers.class);

    private final @Nullable URI issuer;
    private final @Nullable TokenVerifier verifier;
    private final VerifiedTokens verified;
    private final Duration retry;

    /**
     * @param issuer whose tokens are asked for, null for nobody's
     * @param verifier null where no issuer is configured, and all callers are {@link Caller#ANYBODY}
     * @param retry when to come again while no token can be verified
     */
    Callers(@Nullable URI issuer, @Nullable TokenVerifier verifier, VerifiedTokens verified, Duration retry) {
        this.issuer = issuer;
        this.verifier = verifier;
        this.verified = verified;
        this.retry = retry;
    }

    /** Whether callers are asked who they are. */
    public boolean areAsked() {
        return verifier != null;
    }

    /** The OpenID discovery document of the issuer whose tokens are asked for; null when callers are not asked. */
    public @Nullable URI discoveryDocument() {
        return issuer == null ? null : IssuerDocuments.discoveryDocument(issuer);
    }

    /**
     * The caller of a request, if that is known without waiting: the token has been verified before, or none is needed.
     *
     * @return null when {@link #of} has to be asked
     * @throws ProblemException {@link ProblemType#UNAUTHENTICATED} when there is no token
     */
    public @Nullable Caller atOnce(ServerHttpRequest request) {
        if (verifier == null) {
            return Caller.ANYBODY;
        }
        return verified.caller(verified.hash(BearerToken.token(authorization(request))));
    }

    /**
     * The caller of a request.
     *
     * @return fails with {@link ProblemType#UNAUTHENTICATED} when there is no token that holds, with {@link ProblemType#UNAVAILABLE} when
     *     that cannot be found out because the issuer's keys cannot be had
     */
    public Mono<Caller> of(ServerHttpRequest request) {
        if (verifier == null) {
            return Mono.just(Caller.ANYBODY);
        }
        TokenVerifier tokens = verifier;
        return Mono.defer(() -> {
            String authorization = authorization(request);
            String token = BearerToken.token(authorization);
            VerifiedTokens.Hash hash = verified.hash(token);
            Caller known = verified.caller(hash);
            return known == null ? verify(tokens, token, authorization, hash) : Mono.just(known);
        });
    }

    private Mono<Caller> verify(TokenVerifier tokens, String token, String authorization, VerifiedTokens.Hash hash) {
        int generation = verified.generation();
        return tokens.verify(token, authorization)
                .map(holds -> {
                    verified.remember(hash, holds.caller(), holds.expiresAt(), generation);
                    return holds.caller();
                })
                .onErrorMap(this::refusal);
    }

    private Throwable refusal(Throwable failure) {
        if (failure instanceof JwtException) {
            log.debug("A token was refused: {}", failure.getMessage());
            return invalidToken();
        }
        return ProblemException.of(ProblemType.UNAVAILABLE, "Tokens cannot be verified for now.", failure)
                .retryAfter(retry);
    }

    private static String authorization(ServerHttpRequest request) {
        String authorization = BearerToken.authorization(request);
        if (authorization == null) {
            throw unauthenticated();
        }
        return authorization;
    }

    /**
     * The answer to a request without a token.
     *
     * @see <a href="https://www.rfc-editor.org/rfc/rfc6750#section-3">RFC 6750, section 3</a>
     */
    public static ProblemException unauthenticated() {
        return unauthenticated("Bearer");
    }

    /** The answer to a request whose token does not hold: its client may ask for a new one. It does not say what is wrong with it. */
    public static ProblemException invalidToken() {
        return unauthenticated("Bearer error=\"invalid_token\"");
    }

    private static ProblemException unauthenticated(String challenge) {
        return ProblemException.of(ProblemType.UNAUTHENTICATED, "A valid access token is needed.")
                .header(HttpHeaders.WWW_AUTHENTICATE, challenge);
    }

    /** The answer to a caller who has said who they are, but may not do what they ask for. */
    public static ProblemException forbidden() {
        return forbidden("The access token does not allow this.");
    }

    /** @param detail what the token does not allow */
    static ProblemException forbidden(String detail) {
        return ProblemException.of(ProblemType.FORBIDDEN, detail)
                .header(HttpHeaders.WWW_AUTHENTICATE, "Bearer error=\"insufficient_scope\"");
    }
}
