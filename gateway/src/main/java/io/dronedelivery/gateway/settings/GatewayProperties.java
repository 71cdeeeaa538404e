package io.dronedelivery.gateway.settings;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The settings {@code gateway.*}. A setting that does not exist is refused at start. Relations between the settings are checked when
 * they are compiled, see {@link SettingFaults}.
 *
 * @param defaults defaults of aggregations, parts and forwards
 * @param json bounds of the check of a part's bytes
 * @param telemetry settings of the spans
 * @param backends the services behind the gateway, by name
 * @param aggregations the calls that become calls to several backends, by name
 * @param forwards the calls that are passed on to one backend, by name
 */
@Validated
@ConfigurationProperties(prefix = "gateway", ignoreUnknownFields = false)
public record GatewayProperties(
        @Valid @DefaultValue Defaults defaults,
        @Valid @DefaultValue Json json,
        @Valid @DefaultValue Telemetry telemetry,
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
