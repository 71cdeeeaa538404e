package io.dronedelivery.servicekit.security;

import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Positive;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Whose tokens are believed, and what their claims mean.
 *
 * @param issuer the OpenID issuer, as it calls itself in {@code iss} and in its discovery document. Without one no token is checked, and
 *     the application listens on loopback only
 * @param audience one of these must be in the {@code aud} of a token. Needed with an issuer
 * @param jwkSetUri where the keys of the issuer are. By default the discovery document says it
 * @param algorithms the algorithms with which a token may be signed. Signatures by a shared secret are never accepted
 * @param clockSkew by how much the clocks of the issuer and of this machine may differ
 * @param ownerClaim the claim, a text, that names the owner for whom the caller acts
 * @param allOwnersScope the scope of callers that act for all owners
 * @param operationsScope the scope for paths below {@code /internal/} that name no other scope
 * @param open whether every caller may call from everywhere although there is no issuer
 * @param keys how the issuer's keys are kept
 * @param tokenCache how long a token is remembered that has been verified
 */
@Validated
@ConfigurationProperties(prefix = "security", ignoreUnknownFields = false)
record SecurityProperties(
        @Nullable URI issuer,
        @DefaultValue List<String> audience,
        @Nullable URI jwkSetUri,
        @NotEmpty @DefaultValue({"RS256", "PS256", "ES256"}) List<Algorithm> algorithms,
        @DefaultValue("30s") @DurationMin(millis = 0) Duration clockSkew,
        @NotBlank @DefaultValue("owner") String ownerClaim,
        @NotBlank @DefaultValue("owners.all") String allOwnersScope,
        @NotBlank @DefaultValue("operations") String operationsScope,
        @DefaultValue("false") boolean open,
        @Valid @DefaultValue KeySettings keys,
        @Valid @DefaultValue TokenCache tokenCache) {

    /** Signatures by a private key; those by a shared secret are not taken. */
    enum Algorithm {
        RS256,
        RS384,
        RS512,
        PS256,
        PS384,
        PS512,
        ES256,
        ES384,
        ES512
    }

    /** Times are computed with as nanoseconds, of which a {@code long} has 292 years. */
    private static final int LONGEST_DAYS = 36_500;

    /**
     * None of the times may be longer than 100 years.
     *
     * @param refresh after this time the keys of the issuer are requested again, in the background
     * @param keep how long the keys stay in use while the issuer cannot be reached. Then requests with a token get 503. Not shorter than
     *     {@code security.keys.retry}
     * @param retry the least time between two requests for the keys, however many unknown keys tokens name. During this time a token with a
     *     key that was published and used at once may get 401: publish keys before they are used
     * @param timeout the time for one request to the issuer
     * @param waiting how many requests may wait for the keys because their tokens name an unknown key while other keys are known. Further
     *     ones get 503 at once
     */
    record KeySettings(
            @DefaultValue("15m") @DurationMin(millis = 1) @DurationMax(days = LONGEST_DAYS)
            Duration refresh,

            @DefaultValue("24h") @DurationMin(millis = 1) @DurationMax(days = LONGEST_DAYS)
            Duration keep,

            @DefaultValue("10s") @DurationMin(millis = 1) @DurationMax(days = LONGEST_DAYS)
            Duration retry,

            @DefaultValue("2s") @DurationMin(millis = 1) @DurationMax(days = LONGEST_DAYS)
            Duration timeout,

            @Positive @DefaultValue("50") int waiting) {

        /** Otherwise there would be times without keys, in which the issuer must not be asked for them either. */
        @AssertTrue(message = "security.keys.keep must not be shorter than security.keys.retry")
        boolean isKeptUntilRetry() {
            return keep.compareTo(retry) >= 0;
        }
    }

    /**
     * @param max how many verified tokens are remembered, by their SHA-256. A token that takes more than 4 KB with its claims counts as
     *     several, so 10000 are at most 40 MB. Tokens that were not used for longest are forgotten first
     * @param longest after this time a token is verified again, if it does not expire before. When the issuer withdraws a key, all tokens
     *     are forgotten
     */
    record TokenCache(
            @Positive @DefaultValue("10000") int max,
            @DefaultValue("5m") @DurationMin(millis = 0) Duration longest) {}

    @AssertTrue(message = "security.audience must say whom the tokens of security.issuer have to be for")
    boolean isAudienceThere() {
        return issuer == null || !audience.isEmpty();
    }

    @AssertTrue(message = "security.open is for applications without security.issuer")
    boolean isOpenOrIssuer() {
        return !open || issuer == null;
    }
}
