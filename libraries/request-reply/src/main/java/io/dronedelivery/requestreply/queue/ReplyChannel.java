package io.dronedelivery.requestreply.queue;

import reactor.core.publisher.Mono;

/**
 * An address for replies. It reconnects by itself when its connection breaks, and keeps its address.
 *
 * @param address the {@link Job#replyTo()} of its jobs
 * @param close gives it back to the broker
 */
public record ReplyChannel(String address, Mono<Void> close) {}
