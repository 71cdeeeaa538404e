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
 * @param issuer the OpenID issuer, as it calls itself in {@code iss}; without one no token is checked, and the application listens on
 *     loopback alone
 * @param audience one of these must be in {@code aud}
 * @param jwkSetUri where the issuer's keys are, if its discovery document cannot be reached from here
 * @param algorithms with which a token may be signed
 * @param clockSkew by how much the issuer's clock and ours may differ
 * @param ownerClaim the claim that names the owner for whom the caller acts
 * @param allOwnersScope the scope that lets a caller act for every owner
 * @param operationsScope the scope for what operators do
 * @param open whether everybody may call from everywhere although there is no issuer
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
        @Valid @DefaultValue Keys keys,
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
     * @param refresh after this time the keys are asked for anew, while the old ones stay in use
     * @param keep how long they stay in use when the issuer cannot be reached
     * @param retry the least time between two questions for the keys, however many unknown keys are named by tokens
     * @param timeout for one question
     * @param waiting how many requests wait for an answer because their tokens name an unknown key, while others are known
     */
    record Keys(
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
     * @param max how many tokens; one that takes more than 4 KB counts as several, and the ones that were not used for longest are
     *     forgotten first
     * @param longest after this time a token is verified anew, so that it does not outlive a key that the issuer has withdrawn
     */
    record TokenCache(
            @Positive @DefaultValue("10000") int max,
            @DefaultValue("5m") @DurationMin(millis = 0) Duration longest) {}

    @AssertTrue(message = "names an issuer, so security.audience must say whom its tokens have to be for")
    boolean isAudienceThere() {
        return issuer == null || !audience.isEmpty();
    }

    @AssertTrue(message = "is true, which is for applications without security.issuer")
    boolean isOpenOrIssuer() {
        return !open || issuer == null;
    }
}
