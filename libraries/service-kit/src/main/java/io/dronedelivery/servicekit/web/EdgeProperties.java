package io.dronedelivery.servicekit.web;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which callers are believed, by the address of their connection. What is not believed is treated as if it had not been sent.
 *
 * @param deadlinesFrom whose {@code X-Request-Timeout-Ms} counts
 * @param tracesFrom whose {@code traceparent} and {@code tracestate} are continued
 * @param forwardedFrom whose {@code Forwarded} and {@code X-Forwarded-*} are left on the request: the proxies, see {@link ForwardedFor}. They
 *     say nothing about who is believed
 * @param direct whether callers connect themselves: there is no proxy, and the address of a connection is its caller's
 * @param allowedHosts names by which the application may be called, beside {@code localhost} and addresses; with none, by any name. Where no
 *     token is requested and only this machine can call, by {@code localhost} and loopback addresses alone
 */
@ConfigurationProperties(prefix = "service-kit.edge", ignoreUnknownFields = false)
record EdgeProperties(
        @DefaultValue({"loopback", "private"}) List<Network> deadlinesFrom,
        @DefaultValue({"loopback", "private"}) List<Network> tracesFrom,
        @DefaultValue({"loopback", "private"}) List<Network> forwardedFrom,
        @DefaultValue("false") boolean direct,
        @DefaultValue List<String> allowedHosts) {}
