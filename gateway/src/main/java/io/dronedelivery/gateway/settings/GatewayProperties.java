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
import org.springframework.boot.context.properties.NestedConfigurationProperty;
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
 * @param cache the kept answers of backends
 * @param telemetry settings of the spans
 * @param via the name of this gateway in the header {@code Via} of its calls. By default the name is made from all settings {@code
 *     gateway.*}, so that gateways with the same settings have the same name. Set it where gateways with the same settings stand behind
 *     each other on purpose
 * @param sample whether the backends, aggregations and forwards that come with the product are there. {@code false} is an empty gateway
 * @param warmUp how long the start may take, at most, to run the code of an aggregation and to try a connection to each backend, before the
 *     gateway listens, so that the first call need not wait for either. The backends receive no request. 0 switches it off
 * @param door the page at {@code /}
 * @param backendClient the HTTP client that calls the backends. {@code reactor-netty} is the one before it, for as long as a fault of {@code
 *     netty} may have to be ruled out; streams use it in any case
 * @param backends the services behind the gateway, by name
 * @param aggregations the calls that become calls to several backends, by name
 * @param forwards the calls that are passed on to one backend, by name
 */
@Validated
@ConfigurationProperties(prefix = "gateway", ignoreUnknownFields = false)
public record GatewayProperties(
        @Valid @DefaultValue Defaults defaults,
        @Valid @DefaultValue ConcurrencySettings limits,
        @NestedConfigurationProperty @Valid @Nullable RateLimitProperties rateLimit,
        @NestedConfigurationProperty @Valid @DefaultValue CorsProperties cors,
        @Valid @DefaultValue JsonLimits json,
        @Valid @DefaultValue CacheProperties cache,
        @Valid @DefaultValue UserTelemetry telemetry,

        @Nullable @Pattern(regexp = HeaderNames.TOKEN, message = "must be a word without spaces, such as gateway-eu")
        String via,

        @DefaultValue("true") boolean sample,

        @DefaultValue("2s") @DurationMin(millis = 0) @DurationMax(minutes = 1)
        Duration warmUp,

        @Valid @DefaultValue DoorProperties door,
        @DefaultValue("netty") BackendClient backendClient,
        @DefaultValue Map<String, @Valid BackendProperties> backends,
        @DefaultValue Map<String, @Valid AggregationProperties> aggregations,
        @DefaultValue Map<String, @Valid ForwardProperties> forwards) {

    /** The same settings with other backends. */
    public GatewayProperties withBackends(Map<String, BackendProperties> others) {
        return new GatewayProperties(
                defaults,
                limits,
                rateLimit,
                cors,
                json,
                cache,
                telemetry,
                via,
                sample,
                warmUp,
                door,
                backendClient,
                others,
                aggregations,
                forwards);
    }

    /**
     * @param deadline the time for a whole aggregation or forward that has no deadline or timeout. A smaller {@code X-Request-Timeout-Ms}
     *     of a trusted caller wins
     * @param partTimeout the time for a part without a timeout. A part of an aggregation with a shorter deadline gets that deadline
     * @param leastTime the least time that a caller's deadline must leave for a call. With less, the caller gets 504 without a call,
     *     because a call that is given up costs its connection
     * @param access who may call an endpoint that does not say it. Without this setting each endpoint must say it
     * @param coalesceMaxCallers how many callers may share one set of calls of an aggregation with {@code coalesce}. Further callers get
     *     separate calls
     */
    public record Defaults(
            @DefaultValue("3s") Duration deadline,
            @DefaultValue("2s") Duration partTimeout,
            @DefaultValue("10ms") Duration leastTime,
            @Nullable String access,
            @Min(2) @DefaultValue("1000") int coalesceMaxCallers) {}

    /**
     * The requests in progress, from their route to their answer. Further requests wait. The shares are also those of each backend's calls.
     *
     * @param maxConcurrentRequests the most requests in progress in this gateway, from their route to their answer. A request with a body
     *     is in progress once its body is complete, so that slow senders take no places from others
     * @param minConcurrentRequests the number of requests in progress below which the limit of requests never goes, however late the event
     *     loops are
     * @param adaptive whether the limit of requests follows the delay of the event loops, and the limits of the backends follow the
     *     duration of calls. Without it each limit is its maximum
     * @param queue the requests that wait for a place in this gateway
     * @param maxIncomingBodies memory of all request bodies together that are not complete yet. A request whose body finds no room is
     *     refused. A caller that holds less than its share gets room from the caller that holds most
     * @param maxAnswerMemory memory of all answers longer than 64 KB, from their first bytes until their callers have read them. An answer
     *     without room waits, and connections whose callers read less than 64 KB a second are closed. By default half of the heap
     * @param slowFrom calls faster than this never lower a backend's limit, even if they are slower than usual. Event loops that are later
     *     than this lower the limit of requests. Set it to about a tenth of the time that callers accept. 0 to 1 h
     * @param normalShare the percentage of a limit that endpoints of priority {@code normal} may use while {@code critical} ones have been
     *     called within the last second or two. Otherwise they may use all of it
     * @param backgroundShare the percentage of a limit that endpoints of priority {@code background} may use while others have been called
     *     within the last second or two. Otherwise they may use all of it
     * @param gateways how many gateways stand beside each other behind one balancer: each allows its part of the rate limits. All other
     *     limits are those of each gateway
     * @param promptRefusals how many requests a second are refused at once. Further refusals wait for their turn, a second at most, so that
     *     callers that retry at once do it less often. A refusal that waits holds no place
     */
    public record ConcurrencySettings(
            @Min(1) @DefaultValue("4096") int maxConcurrentRequests,
            @Min(1) @DefaultValue("200") int minConcurrentRequests,
            @DefaultValue("64MB") DataSize maxIncomingBodies,
            @Nullable DataSize maxAnswerMemory,
            @DefaultValue("true") boolean adaptive,

            @NestedConfigurationProperty @Valid @DefaultValue
            QueueProperties queue,

            @DefaultValue("100ms") @DurationMin(millis = 0) @DurationMax(hours = 1)
            Duration slowFrom,

            @Min(1) @Max(100) @DefaultValue("80") int normalShare,
            @Min(1) @Max(100) @DefaultValue("50") int backgroundShare,
            @Min(1) @Max(1_000) @DefaultValue("1") int gateways,
            @Min(1) @Max(1_000_000) @DefaultValue("1000") int promptRefusals) {

        /** The bytes of {@link #maxAnswerMemory}, or their default. */
        public long answerBytes() {
            return maxAnswerMemory == null ? Runtime.getRuntime().maxMemory() / 2 : maxAnswerMemory.toBytes();
        }
    }

    /**
     * @param enabled whether {@code GET /} answers with a list of the endpoints and links to their documentation
     * @param livePage the address of a page that shows the requests live, such as the local Application Insights. The door has a link to it
     */
    public record DoorProperties(
            @DefaultValue("true") boolean enabled,

            @Nullable @Pattern(regexp = "https?://\\S+", message = "must be an http or https URL")
            String livePage) {}

    /**
     * @param maxDepth how deep arrays and objects may nest in the JSON of a part
     */
    public record JsonLimits(
            @Min(1) @Max(10_000) @DefaultValue("64") int maxDepth) {}

    /**
     * @param maxSize memory of all kept answers of this gateway with their keys. The least used ones are given up. Parts with a {@code cache}
     *     or a last good answer need it. 64 KB to 64 GB
     */
    public record CacheProperties(@Nullable DataSize maxSize) {}

    /**
     * @param userHeader the request header that names the user in the telemetry. Without it no user is recorded, because any caller can
     *     send any header
     */
    public record UserTelemetry(
            @Nullable @Pattern(regexp = HeaderNames.TOKEN, message = "must be the name of a header")
            String userHeader) {}
}
