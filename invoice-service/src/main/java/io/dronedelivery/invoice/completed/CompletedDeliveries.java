package io.dronedelivery.invoice.completed;

import io.cloudevents.CloudEvent;
import io.dronedelivery.invoice.database.Database;
import io.dronedelivery.invoice.database.DatabaseOutage;
import io.dronedelivery.messaging.event.DependencyUnavailableException;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.EventHandler;
import io.dronedelivery.messaging.event.InvalidEventException;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.trace.TraceParent;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** Handles {@code DeliveryCompleted}: the inbox and the invoice line in one transaction. */
final class CompletedDeliveries implements EventHandler {

    private static final Logger log = LoggerFactory.getLogger(CompletedDeliveries.class);

    private final Database database;
    private final Inbox inbox;
    private final Billing billing;
    private final EventData data;

    CompletedDeliveries(Database database, Inbox inbox, Billing billing, EventData data) {
        this.database = database;
        this.inbox = inbox;
        this.billing = billing;
        this.data = data;
    }

    @Override
    public Mono<Void> handle(CloudEvent event) {
        return Mono.fromCallable(() -> data.read(event, DeliveryCompleted.class).checked())
                .flatMap(delivery -> database.inTransaction(transaction -> inbox.enter(event, transaction)
                        .flatMap(isNew -> isNew ? billing.bill(delivery, transaction) : Mono.just(false))))
                .flatMap(added -> log(event, added))
                .onErrorMap(CompletedDeliveries::meaning)
                .contextWrite(TraceParent.continuing(traceOf(event))::putInto);
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

    private static Throwable meaning(Throwable failure) {
        if (failure instanceof ProblemException problem && problem.type() == ProblemType.INVALID_REQUEST) {
            return new InvalidEventException(
                    "The event's data is not as expected: " + problem.getBody().getDetail(), failure);
        }
        return DatabaseOutage.isOutage(failure)
                ? new DependencyUnavailableException(
                        "The database of the invoices is not available: " + failure, failure)
                : failure;
    }

    private static String traceOf(CloudEvent event) {
        return Objects.toString(event.getExtension(EventAttributes.TRACE_PARENT), "");
    }
}
