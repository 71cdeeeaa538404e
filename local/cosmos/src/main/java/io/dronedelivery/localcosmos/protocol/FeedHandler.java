package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.sql.Paging;
import io.dronedelivery.localcosmos.sql.QueryPosition;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.DocumentVersion;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.ServiceException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Feeds of documents without a query: all documents of a partition, or the changed ones (the change feed, latest versions). */
final class FeedHandler implements Handler {
    private final PartitionGate gate;
    private final RequestCharges charges;
    private final Scheduler scans;

    FeedHandler(PartitionGate gate, RequestCharges charges, Scheduler scans) {
        this.gate = gate;
        this.charges = charges;
        this.scans = scans;
    }

    @Override
    public Mono<CallReply> handle(Call call) {
        Container container = Objects.requireNonNull(call.container());
        String feed = call.header(Headers.A_IM);
        call.operation(feed == null ? "read-feed" : "change-feed");
        if (feed != null && !feed.equalsIgnoreCase("Incremental Feed")) {
            throw ServiceException.notModelled(
                    "The change feed mode '" + feed + "' (only Incremental Feed, the latest versions)");
        }
        PhysicalPartition named = PartitionGate.partitionNamedBy(call, container);
        List<PhysicalPartition> partitions = named == null ? container.partitions() : List.of(named);
        if (feed != null) {
            return changes(call, container, partitions);
        }
        Continuation from = Continuation.of(call, container, Paging.BY_DOCUMENT, partitions);
        return gate.pass(
                call,
                container,
                from.partition(),
                partition -> Mono.fromCallable(() -> all(call, container, partitions, from))
                        .subscribeOn(scans));
    }

    private Mono<CallReply> changes(Call call, Container container, List<PhysicalPartition> partitions) {
        if (partitions.size() > 1) {
            throw ServiceException.badRequest(
                    "A change feed needs a partition key or a partition key range: each range has one of its own.");
        }
        return gate.pass(
                call,
                container,
                partitions.get(0),
                partition -> Mono.fromCallable(() -> changes(call, container, partition))
                        .subscribeOn(scans));
    }

    private CallReply all(Call call, Container container, List<PhysicalPartition> partitions, Continuation from) {
        PhysicalPartition partition = from.partition();
        List<DocumentVersion> documents =
                partition.documents(Selections.of(call), from.position().document());
        Page page = new Page(call, container);
        int read = 0;
        while (read < documents.size() && !page.isFull()) {
            page.add(documents.get(read++).toJson(container));
        }
        QueryPosition rest = read < documents.size()
                ? QueryPosition.after(documents.get(read - 1).sequence())
                : null;
        CallReply reply = page.toReply().charge(charges.query() + charges.changes(page.size()));
        return Continuation.goOn(reply, call, container, Paging.BY_DOCUMENT, partitions, partition, rest);
    }

    /** The change feed. The entity tag of an answer is the client's position; without news the answer is 304. */
    private CallReply changes(Call call, Container container, PhysicalPartition partition) {
        long latest = partition.lsn();
        long from = position(call.header("if-none-match"), latest);
        long since = epochSecond(call.header("if-modified-since"));
        List<DocumentVersion> changed = partition.changesAfter(from, Selections.of(call));
        Page page = new Page(call, container);
        int read = 0;
        while (read < changed.size() && (!page.isFull() || isOneWrite(changed, read - 1, read))) {
            DocumentVersion document = changed.get(read++);
            if (document.timestamp() >= since) {
                page.add(document.toChangeFeedJson(container));
            }
        }
        long seen = read == 0 ? from : changed.get(read - 1).lsn();
        long reached = read < changed.size() ? seen : Math.max(seen, latest);
        CallReply reply = page.isEmpty() ? CallReply.empty(304) : page.toReply();
        return reply.etag("\"" + reached + "\"").charge(charges.changes(page.size()));
    }

    /** Whether two changes belong to one write. A transactional batch is one write, and no page ends within it, whatever the page size. */
    private static boolean isOneWrite(List<DocumentVersion> changed, int a, int b) {
        return changed.get(a).lsn() == changed.get(b).lsn();
    }

    /** The position of a tag: null is the beginning, {@code *} is now, any other is the entity tag of the previous answer. */
    private static long position(@Nullable String tag, long reached) {
        if (tag == null) {
            return 0;
        }
        if (tag.equals("*")) {
            return reached;
        }
        try {
            return Long.parseLong(tag.replace("\"", ""));
        } catch (NumberFormatException e) {
            throw ServiceException.badRequest(
                    "The If-None-Match of a change feed must be '*' or the etag of its last page, not " + tag + ".");
        }
    }

    private static long epochSecond(@Nullable String date) {
        if (date == null) {
            return Long.MIN_VALUE;
        }
        try {
            return DateTimeFormatter.RFC_1123_DATE_TIME
                    .parse(date, Instant::from)
                    .getEpochSecond();
        } catch (DateTimeException e) {
            throw ServiceException.badRequest("The header If-Modified-Since is no RFC 1123 date: '" + date + "'.");
        }
    }
}
