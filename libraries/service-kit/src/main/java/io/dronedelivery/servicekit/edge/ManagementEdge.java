package io.dronedelivery.servicekit.edge;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;

/** The edge of the management port, where that is another one than the API's. Neither takes a connection's place from the other. */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
class ManagementEdge {

    /**
     * Its connections are not among those that {@link LastRequests} ends: probes are answered until the API has stopped, and then Spring
     * Boot closes this server.
     */
    @Bean
    ServerEdge managementConnectionEdge(
            WebProperties web,
            ConnectionProperties connections,
            EdgeProperties edge,
            ServerProperties server,
            RefusedRequests refused) {
        return new ServerEdge(web, connections, edge, server, new ServedConnections(), refused);
    }
}
