package io.dronedelivery.servicekit.edge;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which callers are believed, by the address of their connection. What is not believed is treated as if it had not been sent.
 *
 * @param deadlinesFrom networks of the callers whose {@code X-Request-Timeout-Ms} is trusted. Short deadlines of strangers would cost
 *     connections to backends. A network is an address range such as {@code 10.0.0.0/8}, an address, {@code loopback}, {@code private} (RFC
 *     1918 and RFC 4193) or {@code all}
 * @param tracesFrom networks of the callers whose {@code traceparent} and {@code tracestate} are trusted. A stranger would decide what is
 *     recorded
 * @param forwardedFrom networks of the proxies whose {@code Forwarded} and {@code X-Forwarded-*} are trusted. The client's address in them
 *     never decides which caller is trusted
 * @param direct whether there is no proxy, so that the address of a connection is its caller's. A rate limit needs this setting or {@code
 *     service-kit.edge.forwarded-from}
 * @param allowedHosts names by which the application may be called, beside {@code localhost} and addresses. Without any, every name is
 *     allowed; where no token is required and only this machine can call, only {@code localhost} and loopback addresses are
 */
@ConfigurationProperties(prefix = "service-kit.edge", ignoreUnknownFields = false)
record EdgeProperties(
        @DefaultValue({"loopback", "private"}) List<Network> deadlinesFrom,
        @DefaultValue({"loopback", "private"}) List<Network> tracesFrom,
        @DefaultValue({"loopback", "private"}) List<Network> forwardedFrom,
        @DefaultValue("false") boolean direct,
        @DefaultValue List<String> allowedHosts) {}
