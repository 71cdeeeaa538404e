package io.dronedelivery.requestreply.servicebus;

import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import com.azure.messaging.servicebus.models.AbandonOptions;
import io.dronedelivery.requestreply.Job;
import io.dronedelivery.requestreply.JobDelivery;
import io.dronedelivery.requestreply.Reply;
import java.util.Map;
import reactor.core.publisher.Mono;

/** A job under a lock of Service Bus. */
final class ServiceBusDelivery implements JobDelivery {

    private final Job job;
    private final ServiceBusReceivedMessage message;
    private final ServiceBusReceiverAsyncClient receiver;
    private final ServiceBusSenderAsyncClient replies;

    ServiceBusDelivery(
            Job job,
            ServiceBusReceivedMessage message,
            ServiceBusReceiverAsyncClient receiver,
            ServiceBusSenderAsyncClient replies) {
        this.job = job;
        this.message = message;
        this.receiver = receiver;
        this.replies = replies;
    }

    @Override
    public Job job() {
        return job;
    }

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
