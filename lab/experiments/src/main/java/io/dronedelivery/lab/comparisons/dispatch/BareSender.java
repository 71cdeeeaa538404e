package io.dronedelivery.lab.comparisons.dispatch;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import io.cloudevents.CloudEvent;
import io.dronedelivery.lab.comparisons.peers.BrokerProcess;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import reactor.core.publisher.Mono;

/** The SDK's asynchronous sender and nothing else: one for each connection, in turns. */
final class BareSender extends Sender {

    private final boolean attributes;
    private final EventLoad load;
    private final List<ServiceBusSenderAsyncClient> clients;

    /**
     * @param batch messages in a transfer
     * @param attributes whether the data have the attributes of an event
     */
    BareSender(String name, int batch, boolean attributes, EventLoad load, RateOptions options, int brokerPort) {
        super(
                name,
                "bare SDK, " + (batch == 1 ? "single sends" : "batches of " + batch)
                        + (attributes ? ", whole events" : ", data alone"),
                batch,
                batch == 1 ? options.inFlight() : options.batches());
        this.attributes = attributes;
        this.load = load;
        this.clients = IntStream.range(0, options.connections())
                .mapToObj(i -> new ServiceBusClientBuilder()
                        .connectionString(BrokerProcess.connectionString(brokerPort))
                        .sender()
                        .topicName(BrokerProcess.TOPIC)
                        .buildAsyncClient())
                .toList();
    }

    @Override
    Mono<Void> send(long number) {
        ServiceBusSenderAsyncClient client = clients.get((int) (number % clients.size()));
        return messagesPerCall == 1
                ? client.sendMessage(message(number))
                : client.sendMessages(Stream.generate(() -> message(number))
                        .limit(messagesPerCall)
                        .toList());
    }

    private ServiceBusMessage message(long number) {
        ServiceBusMessage message = new ServiceBusMessage(load.data());
        if (attributes) {
            CloudEvent event = load.event(number).event();
            Map<String, Object> properties = message.getApplicationProperties();
            properties.put("cloudEvents:specversion", "1.0");
            properties.put("cloudEvents:id", event.getId());
            properties.put("cloudEvents:source", "/benchmarks");
            properties.put("cloudEvents:type", event.getType());
            properties.put("cloudEvents:subject", event.getId());
            properties.put("cloudEvents:dataschema", "urn:drone-delivery:schema:LoadGenerated:1");
            properties.put("cloudEvents:time", "2026-01-01T00:00:00Z");
            properties.put("cloudEvents:partitionkey", event.getId());
            message.setContentType("application/json").setMessageId(event.getId());
            message.setSessionId("lane-" + number % 8).setPartitionKey("lane-" + number % 8);
        }
        return message;
    }

    @Override
    public void close() {
        clients.forEach(ServiceBusSenderAsyncClient::close);
    }
}
