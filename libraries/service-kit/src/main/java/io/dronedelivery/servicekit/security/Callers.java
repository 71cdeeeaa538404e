package io.dronedelivery.servicekit.security;

import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.oauth2.jwt.JwtException;
import reactor.core.publisher.Mono;

/** Identifies the caller of a request. Any thread may call it. */
public final class Callers {

    private static final Logger log = LoggerFactory.getLogger(Callers.class);

    /** Distinct ones, in an application. Verifying takes less than a millisecond, unless the issuer's keys are waited for. */
    private static final int VERIFIED_AT_A_TIME = 256;

    private final @Nullable URI issuer;
    private final @Nullable TokenVerifier verifier;
    private final VerifiedTokens verified;
    private final Duration retry;
    private final boolean open;
    /** Tokens that are being verified: a burst with a new one is verified once, and all get the same caller. */
    private final ConcurrentMap<VerifiedTokens.TokenHash, Mono<Caller>> verifying = new ConcurrentHashMap<>();

    public enum CallerRefusal {
        /** It has no token, or something else in its place. */
        NO_TOKEN,
        /** The issuer has no key with the token's key id. */
        UNKNOWN_KEY,
        /** The signature or a claim is wrong. */
        INVALID_TOKEN
    }

    /**
     * @param issuer whose tokens are requested, null for none
     * @param verifier null where no issuer is configured, and all callers are {@link Caller#ANYBODY}
     * @param retry after which time to retry while no token can be verified
     * @param open whether callers of other machines are accepted without a token
     */
    Callers(
            @Nullable URI issuer,
            @Nullable TokenVerifier verifier,
            VerifiedTokens verified,
            Duration retry,
            boolean open) {
        this.open = open;
        this.issuer = issuer;
        this.verifier = verifier;
        this.verified = verified;
        this.retry = retry;
    }

    public boolean areAsked() {
        return verifier != null;
    }

    /** Whether only callers of this machine are accepted, because no token is requested. */
    public boolean areOfThisMachine() {
        return verifier == null && !open;
    }

    /** The OpenID discovery document of the issuer whose tokens are requested; null when none is requested. */
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
     * @return fails with {@link ProblemType#UNAUTHENTICATED} when there is no valid token, with {@link ProblemType#UNAVAILABLE} when the
     *     issuer's keys cannot be read, so that no token can be verified
     */
    public Mono<Caller> of(ServerHttpRequest request) {
        if (verifier == null) {
            return Mono.just(Caller.ANYBODY);
        }
        TokenVerifier tokens = verifier;
        return Mono.defer(() -> {
            String authorization = authorization(request);
            String token = BearerToken.token(authorization);
            VerifiedTokens.TokenHash hash = verified.hash(token);
            Caller known = verified.caller(hash);
            return known == null ? verify(tokens, token, authorization, hash) : Mono.just(known);
        });
    }

    private Mono<Caller> verify(
            TokenVerifier tokens, String token, String authorization, VerifiedTokens.TokenHash hash) {
        Mono<Caller> joined = verifying.get(hash);
        if (joined != null) {
            return joined;
        }
        if (verifying.size() >= VERIFIED_AT_A_TIME) {
            return Mono.error(ProblemException.of(ProblemType.UNAVAILABLE, "Too many new tokens are being verified.")
                    .retryAfter(Duration.ofSeconds(1)));
        }
        int generation = verified.generation();
        Mono<Caller> verification = tokens.verify(token, authorization)
                .map(holds -> {
                    verified.remember(hash, holds.caller(), holds.expiresAt(), generation);
                    return holds.caller();
                })
                .onErrorMap(this::refusal)
                .doFinally(end -> verifying.remove(hash))
                .cache();
        Mono<Caller> earlier = verifying.putIfAbsent(hash, verification);
        return earlier == null ? verification : earlier;
    }

    /** What a problem says about why a request has no caller; null when it says something else. */
    public static @Nullable CallerRefusal refusalIn(Throwable failure) {
        if (!(failure instanceof ProblemException problem) || problem.type() != ProblemType.UNAUTHENTICATED) {
            return null;
        }
        if (problem.getCause() instanceof UnknownKeyException) {
            return CallerRefusal.UNKNOWN_KEY;
        }
        return problem.getCause() == null ? CallerRefusal.NO_TOKEN : CallerRefusal.INVALID_TOKEN;
    }

    private Throwable refusal(Throwable failure) {
        // The decoder takes whatever ends the search for keys for an outage.
        Throwable cause = failure.getCause() instanceof UnknownKeyException unknown ? unknown : failure;
        if (cause instanceof JwtException) {
            log.debug("A token was refused: {}", cause.getMessage());
            return invalidToken(cause);
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
        return unauthenticated("Bearer", null);
    }

    /** The answer to a request with an invalid token: its client may request a new one. It does not say what is wrong with the token. */
    public static ProblemException invalidToken() {
        return invalidToken(null);
    }

    private static ProblemException invalidToken(@Nullable Throwable cause) {
        return unauthenticated("Bearer error=\"invalid_token\"", cause);
    }

    private static ProblemException unauthenticated(String challenge, @Nullable Throwable cause) {
        String detail = "A valid access token is needed.";
        ProblemException refusal = cause == null
                ? ProblemException.of(ProblemType.UNAUTHENTICATED, detail)
                : ProblemException.of(ProblemType.UNAUTHENTICATED, detail, cause);
        return refusal.header(HttpHeaders.WWW_AUTHENTICATE, challenge);
    }

    /** The answer to an identified caller who may not do what the request asks for. */
    public static ProblemException forbidden() {
        return forbidden("The access token does not allow this.");
    }

    /** @param detail what the token does not allow */
    static ProblemException forbidden(String detail) {
        return ProblemException.of(ProblemType.FORBIDDEN, detail)
                .header(HttpHeaders.WWW_AUTHENTICATE, "Bearer error=\"insufficient_scope\"");
    }
}
