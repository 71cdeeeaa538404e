package io.dronedelivery.gateway.settings;

import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * A service behind the gateway and its limits.
 *
 * @param baseUrl where it is, such as {@code http://localhost:8101}; http or https, a path is allowed, a query is not
 * @param connectTimeout time for opening a connection
 * @param instances its addresses, when there are several
 * @param pool the connections to each instance
 * @param bulkhead the calls at the same time
 * @param queue the calls that wait because there are as many
 * @param circuitBreaker when to stop calling it for a while
 * @param resend how many calls may be sent a second time
 * @param passToken whether the backend gets the caller's access token, to check it again; not for one that is not ours
 * @param maxResponseSize the largest response body; a larger one is a failure of the backend
 * @param maxHeaderSize the largest header fields of an answer, all together, and the largest first line; what is larger is a failure of
 *     the backend
 */
public record BackendProperties(
        @NotBlank @DefaultValue("") String baseUrl,
        @DefaultValue("1s") Duration connectTimeout,
        @Valid @DefaultValue Instances instances,
        @Valid @DefaultValue Pool pool,
        @Valid @DefaultValue Bulkhead bulkhead,
        @Valid @DefaultValue QueueProperties queue,
        @Valid @DefaultValue CircuitBreaker circuitBreaker,
        @Valid @DefaultValue Resend resend,
        @DefaultValue("false") boolean passToken,
        @DefaultValue("1MB") DataSize maxResponseSize,
        @DefaultValue("32KB") DataSize maxHeaderSize) {

    public BackendProperties {
        if (pool.maxConnections() == 0) {
            pool = new Pool(
                    bulkhead.maxConcurrentCalls(),
                    pool.pendingAcquireMax(),
                    pool.pendingAcquireTimeout(),
                    pool.maxIdleTime(),
                    pool.maxLifeTime());
        }
    }

    /**
     * Where the instances of a backend are, and when one is left out. By default there is one, at the base URL; scheme, path and, for
     * addresses from the name service, the host are those of the base URL in any case.
     *
     * @param addresses {@code host:port} of each
     * @param fromDns whether each address that the name service has for the base URL's host is an instance
     * @param dnsInterval how often the name service is asked
     * @param dnsServers {@code address:port} of those that are asked; the system's by default
     * @param failures so many failed calls in a row leave an instance out; one that accepts no connection is left out at once
     * @param leftOut for how long; twice as long each time that it fails again
     * @param leftOutMax the longest that one is left out
     */
    public record Instances(
            @DefaultValue List<String> addresses,
            @DefaultValue("false") boolean fromDns,
            @DefaultValue("5s") Duration dnsInterval,
            @DefaultValue List<String> dnsServers,
            @Min(1) @DefaultValue("5") int failures,
            @DefaultValue("1s") Duration leftOut,
            @DefaultValue("30s") Duration leftOutMax) {}

    /**
     * The connections to one instance. Calls beyond {@code maxConnections} wait, {@code pendingAcquireMax} of them at most and
     * {@code pendingAcquireTimeout} at most; what is beyond is answered with 503.
     *
     * @param maxConnections connections at the same time; 0 stands for {@code bulkhead.max-concurrent-calls}, so that no call waits for one
     * @param pendingAcquireMax calls that may wait for a connection; 0 lets none wait
     * @param pendingAcquireTimeout how long a call may wait for a connection
     * @param maxIdleTime a connection unused for longer is closed; keep it below the backend's own idle timeout
     * @param maxLifeTime a connection older than this is closed once it is unused, so that a changed address is noticed
     */
    public record Pool(
            @Min(0) @DefaultValue("0") int maxConnections,
            @Min(0) @DefaultValue("4096") int pendingAcquireMax,
            @DefaultValue("1s") Duration pendingAcquireTimeout,
            @DefaultValue("30s") Duration maxIdleTime,
            @DefaultValue("5m") Duration maxLifeTime) {}

    /**
     * The calls at the same time, those included that wait for a connection. Calls beyond that wait in the {@code queue}.
     *
     * @param maxConcurrentCalls the most there may be: a guard. A limit that adapts begins at 100
     * @param minConcurrentCalls how many there may be however slow the backend gets
     * @param adaptive whether the number is found between the two by what the calls take; otherwise it is the maximum
     */
    public record Bulkhead(
            @Min(1) @DefaultValue("1024") int maxConcurrentCalls,
            @Min(1) @DefaultValue("4") int minConcurrentCalls,
            @DefaultValue("true") boolean adaptive) {}

    /**
     * The names are those of Resilience4j, except for the last.
     *
     * @param enabled whether there is one
     * @param failureRateThreshold percentage of failed calls at which it opens
     * @param slowCallRateThreshold percentage of slow calls at which it opens
     * @param slowCallDurationThreshold a call that takes longer is slow
     * @param slidingWindowType whether the window counts calls or seconds
     * @param slidingWindowSize calls or seconds in the window
     * @param minimumNumberOfCalls calls needed before a rate is computed
     * @param waitDurationInOpenState how long it stays open before it lets calls through to try
     * @param permittedNumberOfCallsInHalfOpenState how many calls try
     * @param callerDeadlineFloor a call without an answer counts from this time on when it had less than it may take because its caller
     *     brought less, and if no other call was answered meanwhile; the gateway's own setting
     */
    public record CircuitBreaker(
            @DefaultValue("true") boolean enabled,

            @DecimalMin(value = "0", inclusive = false) @DecimalMax("100") @DefaultValue("50")
            float failureRateThreshold,

            @DecimalMin(value = "0", inclusive = false) @DecimalMax("100") @DefaultValue("100")
            float slowCallRateThreshold,

            @DefaultValue("60s") Duration slowCallDurationThreshold,
            @DefaultValue("COUNT_BASED") SlidingWindowType slidingWindowType,
            @Min(1) @DefaultValue("100") int slidingWindowSize,
            @Min(1) @DefaultValue("20") int minimumNumberOfCalls,
            @DefaultValue("5s") Duration waitDurationInOpenState,
            @Min(1) @DefaultValue("10") int permittedNumberOfCallsInHalfOpenState,
            @DefaultValue("500ms") Duration callerDeadlineFloor) {}

    /**
     * The calls that are sent a second time, because their connection ended without an answer or the backend says that it has not read
     * them. What is beyond fails as if it had been sent twice.
     *
     * @param share how many, in percent of all calls
     * @param burst how many at once after a quiet time; by default half of the number at which the limit begins, which is 100 or the maximum
     *     if that is smaller, at least 10: so many may be at one of two instances when it dies
     */
    public record Resend(
            @Min(0) @Max(100) @DefaultValue("10") int share,
            @Nullable @Min(0) @Max(10_000) Integer burst) {}
}
