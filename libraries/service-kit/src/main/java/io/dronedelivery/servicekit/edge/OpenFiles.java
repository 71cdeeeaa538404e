package io.dronedelivery.servicekit.edge;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How many files and sockets this process may have open. */
final class OpenFiles {

    private static final Logger log = LoggerFactory.getLogger(OpenFiles.class);

    private OpenFiles() {}

    /**
     * Warns when the system would refuse connections before the limits do. Without a file descriptor the server cannot accept a connection, so
     * it can neither refuse a client nor free a descriptor.
     *
     * @param connections of a server
     */
    static void warnIfFew(int connections) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            long allowed = system.getMaxFileDescriptorCount();
            long needed = (long) connections + connections / OpenConnections.REFUSED_SHARE;
            if (allowed < needed) {
                log.warn(
                        "This process may have {} files open, and service-kit.connections.max={} takes {}, with those that are"
                                + " refused: raise the limit (ulimit -n), or lower the setting",
                        allowed,
                        connections,
                        needed);
            }
        }
    }
}
