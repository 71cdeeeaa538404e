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
    private final List<String> taken = new ArrayList<>();

    private PortReservation() {}

    /**
     * The ports to use, with numbers in place of 0.
     *
     * @throws UsageException naming every port that is in use, with its option and its process
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
            reservation.refuseTaken();
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
            taken.add("--%s=%d: port %d is in use%s".formatted(option, port, port, PortOwner.of(port)));
        }
    }

    private void refuseTaken() {
        if (!taken.isEmpty()) {
            throw new UsageException(
                    String.join(System.lineSeparator(), taken)
                            + System.lineSeparator()
                            + "Stop what listens there, or choose other ports: --local.port=30000 moves all of them, and 0 takes free ones.");
        }
    }

    private static int orFree(int port) throws IOException {
        return port == 0 ? ClaimedPorts.one() : port;
    }
}
