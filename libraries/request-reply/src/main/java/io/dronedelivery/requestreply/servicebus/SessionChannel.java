package io.dronedelivery.requestreply.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverAsyncClient;
import io.dronedelivery.requestreply.queue.Reply;
import io.dronedelivery.requestreply.queue.ReplyChannel;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** A session of the reply queue that this process holds. When the link to it breaks, the same session is accepted again. */
record SessionChannel(String session, Consumer<Reply> replies, ReceiverCloser closer) {

    private static final Logger log = LoggerFactory.getLogger(SessionChannel.class);
    private static final int SETTLING_AT_A_TIME = 16;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration MAX_PAUSE = Duration.ofSeconds(2);

    /** @param channels gets the new channel, to close it at the latest with all others */
    static Mono<ReplyChannel> open(
            ServiceBusSessionReceiverAsyncClient sessions,
            String session,
            Consumer<Reply> replies,
            ReceiverCloser closer,
            Disposable.Composite channels) {
        return sessions.acceptSession(session).map(first -> {
            Disposable receiving = new SessionChannel(session, replies, closer)
                    .receiveFrom(sessions, first)
                    .subscribe();
            channels.add(receiving);
            return new ReplyChannel(session, Mono.fromRunnable(() -> {
                channels.remove(receiving);
                receiving.dispose();
            }));
        });
    }

    private Flux<Void> receiveFrom(ServiceBusSessionReceiverAsyncClient sessions, ServiceBusReceiverAsyncClient first) {
        return receive(first)
                .concatWith(Flux.defer(() -> sessions.acceptSession(session).flatMapMany(this::receive))
                        .concatWith(Mono.error(() -> new IllegalStateException("The link to the session ended")))
                        .retryWhen(Retry.backoff(Long.MAX_VALUE, FIRST_PAUSE)
                                .maxBackoff(MAX_PAUSE)
                                .transientErrors(true)));
    }

    private Flux<Void> receive(ServiceBusReceiverAsyncClient receiver) {
        return Flux.using(
                        () -> receiver,
                        open -> open.receiveMessages().flatMap(message -> pass(open, message), SETTLING_AT_A_TIME),
                        closer::close)
                .onErrorResume(failure -> {
                    log.info("The reply channel {} is opened again: {}", session, failure.toString());
                    return Mono.empty();
                });
    }

    /** The caller does not wait for the settlement. A reply that comes again without it is dropped as late. */
    private Mono<Void> pass(ServiceBusReceiverAsyncClient receiver, ServiceBusReceivedMessage message) {
        try {
            replies.accept(JobMessages.reply(message));
        } catch (IllegalArgumentException e) {
            log.warn("A message in {} is no reply: {}", session, e.getMessage());
        }
        return receiver.complete(message).onErrorResume(failure -> {
            log.debug("A reply in {} was not settled", session, failure);
            return Mono.empty();
        });
    }
}
