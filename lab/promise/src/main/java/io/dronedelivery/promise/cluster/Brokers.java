package io.dronedelivery.promise.cluster;

import io.dronedelivery.lab.kit.process.Jvm;
import io.dronedelivery.localstack.option.StackBroker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** How each broker is started, what the services are told about it, and what it knows of them. */
public sealed interface Brokers permits KafkaBroker, ServiceBusBroker {

    /** The channel that is read by two services. */
    String COMPLETIONS = "delivery-completions";

    Jvm jvm();

    Map<String, String> settings();

    /** What a service has left at the broker: members of its groups, or messages that it holds; empty when nothing. */
    List<String> leftBy(ClusterPart service) throws Exception;

    /** How many messages a service has not settled, dead letters aside. */
    long waitingFor(ClusterPart service) throws Exception;

    /**
     * Publishes to the completions what is to be an event, in binary mode.
     *
     * @param attributes of CloudEvents by name, {@code partitionkey} among them; any of them may be missing
     */
    void publish(Map<String, String> attributes, byte[] data) throws Exception;

    static Jvm jvm(List<String> mainAndArguments, String heap, Path directory) {
        PartCommand command = new PartCommand(heap, List.of(), List.of(), mainAndArguments);
        return new Jvm("broker", command.arguments(), directory.resolve("broker.log"));
    }

    /**
     * @param port where it listens
     * @param calledAt the port that its clients call
     */
    static Brokers of(StackBroker kind, int port, int calledAt, Form form, Path directory) throws IOException {
        return switch (kind) {
            case SERVICEBUS -> new ServiceBusBroker(port, calledAt, form, directory);
            case KAFKA -> new KafkaBroker(port, calledAt, directory);
        };
    }

    static boolean listensOn(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        }
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
