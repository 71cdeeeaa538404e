package io.dronedelivery.localkafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** The ports of the broker and of its controller. Kafka must know both before it starts. */
record KafkaPorts(int broker, int controller) {

    /**
     * Chooses free ports, or checks that the wanted one is free.
     *
     * @param wanted the broker's port; 0 for a free one
     * @throws IllegalStateException when the wanted port is taken
     */
    static KafkaPorts choose(int wanted) {
        try (ServerSocket broker = hold(wanted);
                ServerSocket controller = hold(0)) {
            return new KafkaPorts(broker.getLocalPort(), controller.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ServerSocket hold(int port) throws IOException {
        try {
            return new ServerSocket(port, 1, InetAddress.getByName("localhost"));
        } catch (IOException taken) {
            throw new IllegalStateException(
                    "port %d is in use; stop what listens there, or choose another port (0 takes a free one)"
                            .formatted(port),
                    taken);
        }
    }
}
