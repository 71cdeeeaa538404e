package io.dronedelivery.gateway.settings;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.util.Map;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * The settings {@code gateway.*}. A setting that does not exist is refused at start. Relations between the settings are checked when
 * they are compiled, see {@link SettingFaults}.
 *
 * @param defaults defaults of aggregations, parts and forwards
 * @param limits how many requests may be in progress
 * @param rateLimit how often each caller may call all endpoints together, null when that has no limit
 * @param cors which web pages may call
 * @param json bounds of the check of a part's bytes
 * @param telemetry settings of the spans
 * @param via the name of this gateway in the field Via of its calls; by default one made from all of these settings, so that gateways
 *     with the same settings have the same name, and no others
 * @param backends the services behind the gateway, by name
 * @param aggregations the calls that become calls to several backends, by name
 * @param forwards the calls that are passed on to one backend, by name
 */
@Validated
@ConfigurationProperties(prefix = "gateway", ignoreUnknownFields = false)
public record GatewayProperties(
        @Valid @DefaultValue Defaults defaults,
        @Valid @DefaultValue Limits limits,
        @Valid @Nullable RateLimitProperties rateLimit,
        @Valid @DefaultValue CorsProperties cors,
        @Valid @DefaultValue Json json,
        @Valid @DefaultValue Telemetry telemetry,

        @Nullable @Pattern(regexp = HeaderNames.TOKEN, message = "must be a word without spaces, such as gateway-eu")
        String via,

        @DefaultValue Map<String, @Valid BackendProperties> backends,
        @DefaultValue Map<String, @Valid AggregationProperties> aggregations,
        @DefaultValue Map<String, @Valid ForwardProperties> forwards) {

    /**
     * @param deadline time for an aggregation or a forward as a whole
     * @param partTimeout time for one part; a part of an aggregation with a shorter deadline gets that deadline
     * @param leastTime a caller whose deadline leaves less than this gets 504 without a call, because a cancelled call costs its
     *     connection
     * @param access who may call an endpoint that does not say it; by default each has to say it
     * @param coalesceMaxCallers how many callers may share one set of calls; a further one has calls of its own
     */
    public record Defaults(
            @DefaultValue("3s") Duration deadline,
            @DefaultValue("2s") Duration partTimeout,
            @DefaultValue("10ms") Duration leastTime,
            @Nullable String access,
            @Min(2) @DefaultValue("1000") int coalesceMaxCallers) {}

    /**
     * The requests in progress, from their route to their answer; what is beyond waits. The shares are also those of each backend's calls.
     *
     * @param maxConcurrentRequests the most there may be
     * @param minConcurrentRequests how many there may be however late the gateway's event loops are
     * @param adaptive whether the number is found between the two by how late the event loops are, and the backends' numbers by how long calls
     *     take; otherwise each is its maximum
     * @param queue the requests that wait because as many are in progress
     * @param maxIncomingBodies memory of request bodies that are not complete yet, of all requests together
     * @param slowFrom calls faster than this never lower a backend's limit, even if they are slower than usual; event loops that are later
     *     than this lower the limit of requests
     * @param normalShare how much of a limit endpoints of normal priority may use while critical ones are called, in percent
     * @param backgroundShare how much of it endpoints of the priority background may use while others are called, in percent
     * @param gateways how many gateways stand beside each other behind one balancer: each lets its part of what callers may ask through
     * @param promptRefusals how many requests a second are refused at once; further refusals wait up to a second
     */
    public record Limits(
            @Min(1) @DefaultValue("4096") int maxConcurrentRequests,
            @Min(1) @DefaultValue("200") int minConcurrentRequests,
            @DefaultValue("64MB") DataSize maxIncomingBodies,
            @DefaultValue("true") boolean adaptive,
            @Valid @DefaultValue QueueProperties queue,

            @DefaultValue("100ms") @DurationMin(millis = 0) @DurationMax(hours = 1)
            Duration slowFrom,

            @Min(1) @Max(100) @DefaultValue("80") int normalShare,
            @Min(1) @Max(100) @DefaultValue("50") int backgroundShare,
            @Min(1) @Max(1_000) @DefaultValue("1") int gateways,
            @Min(1) @Max(1_000_000) @DefaultValue("1000") int promptRefusals) {}

    /** @param maxDepth how many arrays and objects may be open at once in a part's JSON */
    public record Json(
            @Min(1) @Max(10_000) @DefaultValue("64") int maxDepth) {}

    /**
     * @param userHeader the header of a request that names its user for the telemetry; without it no header is believed, since any caller
     *     can send one
     */
    public record Telemetry(
            @Nullable @Pattern(regexp = HeaderNames.TOKEN, message = "must be the name of a header")
            String userHeader) {}
}
