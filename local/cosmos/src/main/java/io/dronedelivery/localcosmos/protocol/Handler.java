package io.dronedelivery.localcosmos.protocol;

import reactor.core.publisher.Mono;

/** Answers the calls of one kind. Fails with a {@code ServiceException} for what the client has to hear about. */
@FunctionalInterface
interface Handler {
    Mono<Reply> handle(Call call);
}
