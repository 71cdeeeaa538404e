package io.dronedelivery.invoice.completed;

import io.cloudevents.CloudEvent;
import io.dronedelivery.invoice.database.Database;
import io.dronedelivery.invoice.database.Database.Transaction;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * The ids of processed events. The transaction that processes an event also stores its id, so that both are committed or neither.
 *
 * <p>Old ids are deleted. An event that is delivered again after that adds no second line, because a delivery has at most one line. The
 * inbox saves this work.
 */
record Inbox(Database database, InboxProperties properties) {

    private static final Logger log = LoggerFactory.getLogger(Inbox.class);

    private static final String ENTER = "INSERT INTO inbox (source, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";

    private static final String PURGE = """
            DELETE FROM inbox WHERE (source, event_id) IN
              (SELECT source, event_id FROM inbox WHERE received_at < $1 ORDER BY received_at LIMIT $2)
            """;

    /** Stores the id of an event. Returns false when it was stored before. Waits for another transaction that is storing the same id. */
    Mono<Boolean> enter(CloudEvent event, Transaction transaction) {
        return transaction
                .update(ENTER, event.getSource().toString(), event.getId())
                .map(entered -> entered == 1);
    }

    /** Deletes old ids, one batch in each transaction. Returns the number of deleted ids. */
    Mono<Long> purge() {
        return Mono.defer(this::purgeSome)
                .repeat()
                .takeUntil(some -> some < properties.purgeBatch())
                .reduce(0L, Long::sum)
                .doOnNext(all -> log.debug("{} events were forgotten", all));
    }

    private Mono<Long> purgeSome() {
        OffsetDateTime oldest = OffsetDateTime.now(ZoneOffset.UTC).minus(properties.keep());
        return database.inTransaction(transaction -> transaction.update(PURGE, oldest, properties.purgeBatch()));
    }
}
