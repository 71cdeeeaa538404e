package io.dronedelivery.requestreply;

import reactor.core.publisher.Mono;

/** An address that replies are sent to. It reconnects by itself when its connection breaks, and keeps its address. */
public interface ReplyChannel {

    /** What a job carries as its {@link Job#replyTo()}. */
    String address();

    /** Gives it back to the broker. */
    Mono<Void> close();
}
