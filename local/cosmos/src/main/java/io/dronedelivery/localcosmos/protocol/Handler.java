package io.dronedelivery.localcosmos.protocol;

import reactor.core.publisher.Mono;

/** Answers the calls of one kind. Fails with a {@code ServiceException} for errors that the client receives. */
@FunctionalInterface
interface Handler {
    Mono<CallReply> handle(Call call);
}
