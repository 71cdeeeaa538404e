package io.dronedelivery.invoice.completed;

import io.cloudevents.CloudEvent;
import io.dronedelivery.invoice.database.Database;
import io.dronedelivery.messaging.event.InvalidEventException;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.trace.TraceParent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** Processes completed deliveries: inbox entry and invoice line are one transaction. */
record CompletedDeliveries(Database database, Inbox inbox, Billing billing) {

    private static final Logger log = LoggerFactory.getLogger(CompletedDeliveries.class);

    Mono<Void> bill(CloudEvent event, DeliveryCompleted delivery) {
        return database.inTransaction(transaction -> inbox.enter(event, transaction)
                        .flatMap(isNew -> isNew ? billing.bill(delivery, transaction) : Mono.just(false)))
                .flatMap(added -> log(event, added))
                .onErrorMap(ProblemException.class, CompletedDeliveries::meaning);
    }

    private static Mono<Void> log(CloudEvent event, boolean added) {
        return Mono.deferContextual(context -> {
            log.debug(
                    "{} {}, trace {}",
                    event.getId(),
                    added ? "is on an invoice" : "was on an invoice already",
                    TraceParent.current(context));
            return Mono.empty();
        });
    }

    private static Throwable meaning(ProblemException problem) {
        return problem.type() == ProblemType.INVALID_REQUEST
                ? new InvalidEventException(
                        "The event's data is not as expected: "
                                + problem.getBody().getDetail(),
                        problem)
                : problem;
    }
}
