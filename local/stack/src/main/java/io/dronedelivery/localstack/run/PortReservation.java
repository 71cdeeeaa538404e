package io.dronedelivery.localstack.run;

import io.dronedelivery.localstack.option.LocalOptions.Management;
import io.dronedelivery.localstack.option.LocalOptions.Ports;
import io.dronedelivery.localstack.option.UsageException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks before the start that every port is free, and chooses ports for those given as 0, because each part must know the ports of the
 * others.
 */
final class PortReservation {

    private final List<ServerSocket> held = new ArrayList<>();

    private PortReservation() {}

    /**
     * The ports to use, with numbers in place of 0.
     *
     * @throws UsageException naming port and option when a port is in use
     */
    static Ports reserve(Ports asked) throws IOException {
        PortReservation reservation = new PortReservation();
        try {
            // Given ports first: a free one must not be one of them.
            for (var port : asked.byOption().entrySet()) {
                if (port.getValue() != 0) {
                    reservation.hold(port.getKey(), port.getValue());
                }
            }
            return new Ports(
                    orFree(asked.gateway()),
                    orFree(asked.deliveryService()),
                    orFree(asked.droneService()),
                    orFree(asked.invoiceService()),
                    orFree(asked.cosmos()),
                    orFree(asked.postgres()),
                    orFree(asked.broker()),
                    orFree(asked.insights()),
                    orFree(asked.auth()),
                    new Management(
                            orFree(asked.management().gateway()),
                            orFree(asked.management().deliveryService()),
                            orFree(asked.management().droneService()),
                            orFree(asked.management().invoiceService())),
                    asked.brokerOption());
        } finally {
            for (ServerSocket socket : reservation.held) {
                socket.close();
            }
        }
    }

    private void hold(String option, int port) {
        if (held.stream().anyMatch(socket -> socket.getLocalPort() == port)) {
            throw new UsageException("--%s=%d: another part has the same port".formatted(option, port));
        }
        try {
            held.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
        } catch (IOException inUse) {
            throw new UsageException(
                    "--%s=%d: port %d is in use; stop what listens there, or choose another port (0 takes a free one)"
                            .formatted(option, port, port));
        }
    }

    private static int orFree(int port) throws IOException {
        return port == 0 ? ClaimedPorts.one() : port;
    }
}
