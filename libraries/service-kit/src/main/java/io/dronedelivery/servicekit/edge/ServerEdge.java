package io.dronedelivery.servicekit.edge;

import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.Http2;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import reactor.netty.http.server.HttpServer;

/**
 * Gives a server its {@link ConnectionEdge}, which is for HTTP/1.1 alone. With HTTP/2, reactor-netty adds the codec to a pipeline only after it
 * knows the client's protocol, and neither protocol would have an edge. Each server counts its connections for itself. Without a declared order
 * it comes after Spring Boot's customizers, which set the limits of the codec.
 *
 * @param served the connections of this server and of no other
 */
record ServerEdge(
        WebProperties web,
        ConnectionProperties connections,
        EdgeProperties edge,
        ServerProperties server,
        ServedConnections served,
        RefusedRequests refused)
        implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {

    @Override
    public void customize(NettyReactiveWebServerFactory factory) {
        Http2 http2 = factory.getHttp2();
        if (http2 != null && http2.isEnabled()) {
            throw new InvalidConfigurationPropertyValueException(
                    "server.http2.enabled",
                    true,
                    "It must be false: connections that may change to HTTP/2 would have none of the limits of service-kit, and all that"
                            + " their clients send would be believed.");
        }
        if (server.getForwardHeadersStrategy() == null && !edge.forwardedFrom().isEmpty()) {
            // The believed proxies say who calls; from all others the headers do not get this far.
            factory.setUseForwardHeaders(true);
        }
        factory.addServerCustomizers(this::install);
    }

    private HttpServer install(HttpServer http) {
        List<Network> shared = new ArrayList<>(edge.forwardedFrom());
        shared.add(Network.valueOf("loopback"));
        OpenConnections open = new OpenConnections(connections.max(), connections.shareOfAddress(), shared);
        Refusals refusals = new Refusals(new ResponseHeaders(web.responseHeaders()), refused);
        OpenFiles.warnIfFew(connections.max());
        return new ConnectionEdge(refusals, connections, edge, open, served)
                .install(CompressedAnswers.install(http).doOnBound(bound -> served.bound(bound.channel())));
    }
}
