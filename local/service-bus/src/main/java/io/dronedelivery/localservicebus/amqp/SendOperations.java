package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.Broker;
import io.dronedelivery.localservicebus.broker.Destination;
import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.util.List;
import java.util.Map;

/** Management operations on scheduled messages. */
record SendOperations(Destination destination, Broker broker, BrokerFaults faults) {
    Map<String, Object> schedule(ManagementBody body) {
        faults.checkSend(destination.path());
        List<AmqpMessage> messages = body.list("messages").stream()
                .map(entry -> ManagementBody.of(entry, "messages").binary("message"))
                .map(bytes -> AmqpMessage.parseSent(bytes, broker.codec()))
                .map(broker::identified)
                .toList();
        destination.check(messages);
        Long[] numbers = messages.stream()
                .map(message -> destination.schedule(message, Math.max(message.scheduledEnqueueMillis(), broker.now())))
                .toArray(Long[]::new);
        return Map.of("sequence-numbers", numbers);
    }

    Map<String, Object> cancel(ManagementBody body) {
        body.sequenceNumbers().forEach(destination::cancelScheduled);
        return Map.of();
    }
}
