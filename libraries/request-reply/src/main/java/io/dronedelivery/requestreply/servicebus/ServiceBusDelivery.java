package io.dronedelivery.requestreply.servicebus;

import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import com.azure.messaging.servicebus.models.AbandonOptions;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.JobDelivery;
import io.dronedelivery.requestreply.queue.Reply;
import java.util.Map;
import reactor.core.publisher.Mono;

/** A job under a lock of Service Bus. */
record ServiceBusDelivery(
        Job job,
        ServiceBusReceivedMessage message,
        ServiceBusReceiverAsyncClient receiver,
        ServiceBusSenderAsyncClient replies)
        implements JobDelivery {

    @Override
    public Mono<Void> reply(Reply reply) {
        return replies.sendMessage(JobMessages.of(reply, job)).then(drop());
    }

    @Override
    public Mono<Void> abandon() {
        return whileOurs(receiver.abandon(message));
    }

    @Override
    public Mono<Void> release() {
        Map<String, Object> releases = Map.of(JobMessages.RELEASES, JobMessages.releases(message) + 1);
        return whileOurs(receiver.abandon(message, new AbandonOptions().setPropertiesToModify(releases)));
    }

    @Override
    public Mono<Void> drop() {
        return whileOurs(receiver.complete(message));
    }

    private static Mono<Void> whileOurs(Mono<Void> settlement) {
        return settlement.onErrorResume(
                ServiceBusException.class,
                failure -> failure.getReason() == ServiceBusFailureReason.MESSAGE_LOCK_LOST
                        ? Mono.empty()
                        : Mono.error(failure));
    }
}
