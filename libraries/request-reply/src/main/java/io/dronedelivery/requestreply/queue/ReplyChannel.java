package io.dronedelivery.requestreply.queue;

import reactor.core.publisher.Mono;

/**
 * An address that replies are sent to. It reconnects by itself when its connection breaks, and keeps its address.
 *
 * @param address what a job carries as its {@link Job#replyTo()}
 * @param close gives it back to the broker
 */
public record ReplyChannel(String address, Mono<Void> close) {}
