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
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * A service behind the gateway and its limits.
 *
 * @param baseUrl where the backend is, such as {@code http://localhost:8101}: http or https, host, port and path. The host may have
 *     underscores, as names of containers do
 * @param contract where the OpenAPI document of the backend is: a file, {@code classpath:NAME} or a URL. The parts of aggregations get their
 *     types from it, and paths that it does not have are refused at start
 * @param ssl the certificates of https connections
 * @param http2 whether it is called with HTTP/2 alone: negotiated by TLS (ALPN) with https, and without negotiation with http. Its calls
 *     share connections, and {@code gateway.backend-client} does not matter
 * @param connectTimeout the time to open a connection
 * @param instances its addresses, when there are several
 * @param pool the connections to each instance
 * @param bulkhead the calls at the same time
 * @param queue the calls that wait because there are as many
 * @param circuitBreaker when to stop calling it for a while
 * @param resend how many calls may be sent a second time
 * @param passToken whether the backend gets the caller's access token, to check it again. Leave it false for a backend of somebody else
 * @param maxResponseSize the largest body of an answer, 64MB at most. A larger body is a failure of the backend. Calls in progress may take
 *     so much memory each
 * @param maxHeaderSize the largest size of all header fields of an answer together, and of its first line. A larger one is a failure of the
 *     backend that names this size
 */
@ConfigurationPropertiesSource
public record BackendProperties(
        @NotBlank @DefaultValue("") String baseUrl,
        @Nullable String contract,
        @DefaultValue TlsSettings ssl,
        @DefaultValue("false") boolean http2,
        @DefaultValue("1s") Duration connectTimeout,
        @Valid @DefaultValue InstanceSettings instances,
        @Valid @DefaultValue ConnectionPoolSettings pool,
        @Valid @DefaultValue Bulkhead bulkhead,
        @NestedConfigurationProperty @Valid @DefaultValue QueueProperties queue,
        @Valid @DefaultValue CircuitBreaker circuitBreaker,
        @Valid @DefaultValue ResendSettings resend,
        @DefaultValue("false") boolean passToken,
        @DefaultValue("1MB") DataSize maxResponseSize,
        @DefaultValue("32KB") DataSize maxHeaderSize) {

    private static final int HTTP2_CONNECTIONS = 16;

    public BackendProperties {
        if (pool.maxConnections() == 0) {
            pool = new ConnectionPoolSettings(
                    http2 ? HTTP2_CONNECTIONS : bulkhead.maxConcurrentCalls(),
                    pool.pendingAcquireMax(),
                    pool.pendingAcquireTimeout(),
                    pool.maxIdleTime(),
                    pool.maxLifeTime());
        }
    }

    /**
     * The certificates of connections with TLS. The certificate of the backend must be valid for the host that is called.
     *
     * @param bundle the name of a bundle below {@code spring.ssl.bundle}: its truststore has the issuers whom the gateway trusts, its
     *     keystore the client certificate that the gateway shows. By default the issuers of the Java runtime are trusted, and there is no
     *     client certificate
     */
    public record TlsSettings(@Nullable String bundle) {}

    /**
     * Where the instances of a backend are, and when one is left out. By default there is one, at the base URL; scheme, path and, for
     * addresses from the name service, the host are those of the base URL in any case.
     *
     * @param addresses {@code host:port} of each instance, when there are several. Scheme and path are those of {@code base-url}
     * @param fromDns whether each address that the name service has for the host of {@code base-url} is an instance. If the answer does not
     *     fit into a datagram, TCP is used
     * @param dnsInterval how often the name service is asked
     * @param dnsServers {@code address:port} of the name servers; by default those of the system
     * @param failures how many failed calls in a row leave an instance out. An instance that accepts no connection is left out at once
     * @param leftOut how long an instance is left out; twice as long each time that it fails again
     * @param leftOutMax the longest time for which an instance is left out
     * @param weights how many calls each of {@code addresses} gets, compared with the others and in their order, such as {@code 9, 1} for a
     *     canary. 1 to 1000. By default all get the same
     * @param sticky by which value calls are sent to the same instance. By default by none
     * @param slowStart how long a new instance, or one that was left out, gets fewer calls: from a tenth of its share to all of it. Use it for
     *     instances that are slow at first. By default it gets its share at once
     */
    public record InstanceSettings(
            @DefaultValue List<String> addresses,
            @DefaultValue("false") boolean fromDns,
            @DefaultValue("5s") Duration dnsInterval,
            @DefaultValue List<String> dnsServers,
            @Min(1) @DefaultValue("5") int failures,
            @DefaultValue("1s") Duration leftOut,
            @DefaultValue("30s") Duration leftOutMax,
            @DefaultValue List<Integer> weights,
            @NestedConfigurationProperty @Nullable StickyProperties sticky,
            @DefaultValue("0s") Duration slowStart) {}

    /**
     * The connections to one instance. Calls beyond {@code maxConnections} wait, {@code pendingAcquireMax} of them at most and
     * {@code pendingAcquireTimeout} at most. Further calls get 503.
     *
     * @param maxConnections connections to one instance at the same time. They are divided among the event loops; a loop that has used up
     *     its own takes idle ones of another. 0: as many as {@code bulkhead.max-concurrent-calls}, so that no call waits for a connection;
     *     16 with {@code http2}, whose calls share connections
     * @param pendingAcquireMax how many calls may wait for a connection, when the pool is smaller than the limit or a connection has just
     *     ended. Further calls get 503 at once
     * @param pendingAcquireTimeout how long a call may wait for a connection
     * @param maxIdleTime an idle connection is closed after this time. Keep it below the idle timeout of the backend, so that the backend
     *     does not close a connection that is just being used. A timeout that the backend announces ({@code Keep-Alive: timeout=5}) is
     *     respected: the connection is closed a second before that time, or after half of a shorter time
     * @param maxLifeTime an older connection is closed once it is idle, so that a changed DNS address is used
     */
    public record ConnectionPoolSettings(
            @Min(0) @DefaultValue("0") int maxConnections,
            @Min(0) @DefaultValue("4096") int pendingAcquireMax,
            @DefaultValue("1s") Duration pendingAcquireTimeout,
            @DefaultValue("30s") Duration maxIdleTime,
            @DefaultValue("5m") Duration maxLifeTime) {}

    /**
     * The calls at the same time, those included that wait for a connection. Calls beyond that wait in the {@code queue}.
     *
     * @param maxConcurrentCalls the most calls in progress to all instances of the backend. Further calls wait. An adaptive limit begins at
     *     100
     * @param minConcurrentCalls the number of calls in progress below which the limit never goes, however slow the backend is
     * @param adaptive whether the limit follows the duration of calls. Without it the limit is its maximum: set {@code
     *     max-concurrent-calls} then to the number of calls that the backend can answer within half a part's timeout
     */
    public record Bulkhead(
            @Min(1) @DefaultValue("1024") int maxConcurrentCalls,
            @Min(1) @DefaultValue("4") int minConcurrentCalls,
            @DefaultValue("true") boolean adaptive) {}

    /**
     * The names are those of Resilience4j, except for the last.
     *
     * @param enabled whether the backend has a circuit breaker. The names of the settings are those of Resilience4j
     * @param failureRateThreshold the percentage of failed calls at which it opens
     * @param slowCallRateThreshold the percentage of slow calls at which it opens
     * @param slowCallDurationThreshold a call that takes longer is slow
     * @param slidingWindowType whether the window counts calls or seconds
     * @param slidingWindowSize the number of calls or seconds in the window
     * @param minimumNumberOfCalls the number of calls in the window below which it does not open
     * @param waitDurationInOpenState how long it stays open before it lets calls through to try
     * @param permittedNumberOfCallsInHalfOpenState how many calls try whether the backend works again
     * @param callerDeadlineFloor a call without an answer had less time than usual when its caller sent a deadline or its body arrived
     *     slowly. Such a call counts as failed only after this time, and only if no other call was answered meanwhile. A setting of the
     *     gateway, not of Resilience4j
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
     * The calls that are sent a second time, because the first attempt has failed or takes long. What is beyond fails as if it had been sent
     * twice.
     *
     * @param share how many calls may be sent a second time, as a percentage of all calls: retries, and hedges, of which each counts twice.
     *     Further calls fail as if they had been sent twice
     * @param burst how many second attempts may be sent at once after a quiet time, because so many calls may be in progress at an instance
     *     that dies. Hedges leave half of it. By default 50; with a {@code bulkhead.max-concurrent-calls} below 100 half of that, at least 10
     */
    public record ResendSettings(
            @Min(0) @Max(100) @DefaultValue("10") int share,
            @Nullable @Min(0) @Max(10_000) Integer burst) {}
}
