package io.dronedelivery.lab.comparisons.dispatch;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import io.cloudevents.CloudEvent;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import reactor.core.publisher.Mono;

/** The SDK's asynchronous sender and nothing else: one for each connection, in turns. */
final class BareSender implements Sender {

    private final String name;
    private final String title;
    private final int batch;
    private final int calls;
    private final boolean attributes;
    private final EventLoad load;
    private final List<ServiceBusSenderAsyncClient> clients;

    private BareSender(
            String name,
            String title,
            int batch,
            boolean attributes,
            EventLoad load,
            RateOptions options,
            int brokerPort) {
        this.name = name;
        this.title = title;
        this.batch = batch;
        this.calls = batch == 1 ? options.inFlight() : options.batches();
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

    /** Single sends of the data alone. */
    static BareSender single(String name, EventLoad load, RateOptions options, int brokerPort) {
        return new BareSender(name, "bare SDK, single sends, data alone", 1, false, load, options, brokerPort);
    }

    /** Single sends of the data with the attributes of an event. */
    static BareSender singleEvents(String name, EventLoad load, RateOptions options, int brokerPort) {
        return new BareSender(name, "bare SDK, single sends, whole events", 1, true, load, options, brokerPort);
    }

    /** Batches of the data alone. */
    static BareSender batches(String name, EventLoad load, RateOptions options, int brokerPort) {
        String title = "bare SDK, batches of " + options.batch() + ", data alone";
        return new BareSender(name, title, options.batch(), false, load, options, brokerPort);
    }

    /** Batches of the data with the attributes of an event. */
    static BareSender batchesOfEvents(String name, EventLoad load, RateOptions options, int brokerPort) {
        String title = "bare SDK, batches of " + options.batch() + ", whole events";
        return new BareSender(name, title, options.batch(), true, load, options, brokerPort);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public int messagesPerCall() {
        return batch;
    }

    @Override
    public int calls() {
        return calls;
    }

    @Override
    public Mono<Void> send(long number) {
        ServiceBusSenderAsyncClient client = clients.get((int) (number % clients.size()));
        return batch == 1
                ? client.sendMessage(message(number))
                : client.sendMessages(
                        Stream.generate(() -> message(number)).limit(batch).toList());
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
