package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.sql.Paging;
import io.dronedelivery.localcosmos.sql.QueryPosition;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.DocumentKey;
import io.dronedelivery.localcosmos.store.DocumentVersion;
import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.Scalar;
import io.dronedelivery.localcosmos.store.ServiceException;
import io.dronedelivery.localcosmos.store.VersionHistory.VersionChange;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import tools.jackson.databind.node.ObjectNode;

/** Feeds of documents without a query: all documents of a partition, or the changed ones (the change feed). */
record FeedHandler(PartitionGate gate, RequestCharges charges, Scheduler scans) implements Handler {
    private static final String LATEST_VERSIONS = "Incremental Feed";
    private static final String ALL_VERSIONS = "Full-Fidelity Feed";
    /** The one format that SDKs ask for: each change with separate metadata. */
    private static final String ALL_VERSIONS_FORMAT = "2021-09-15";

    @Override
    public Mono<CallReply> handle(Call call) {
        Container container = Objects.requireNonNull(call.container());
        String feed = call.header(Headers.A_IM);
        call.operation(feed == null ? "read-feed" : "change-feed");
        boolean allVersions = ALL_VERSIONS.equalsIgnoreCase(feed);
        if (feed != null && !allVersions && !feed.equalsIgnoreCase(LATEST_VERSIONS)) {
            throw ServiceException.notModelled(
                    "The change feed mode '" + feed + "' (only " + LATEST_VERSIONS + " and " + ALL_VERSIONS + ")");
        }
        if (allVersions && !ALL_VERSIONS_FORMAT.equals(call.header(Headers.CHANGE_FEED_FORMAT))) {
            throw ServiceException.notModelled("A change feed of all versions without the header "
                    + Headers.CHANGE_FEED_FORMAT + ": " + ALL_VERSIONS_FORMAT);
        }
        PhysicalPartition named = PartitionGate.partitionNamedBy(call, container);
        List<PhysicalPartition> partitions = named == null ? container.partitions() : List.of(named);
        if (feed != null) {
            return changes(call, container, partitions, allVersions);
        }
        Continuation from = Continuation.of(call, container, Paging.BY_DOCUMENT, partitions);
        return gate.pass(
                call,
                container,
                from.partition(),
                partition -> Mono.fromCallable(() -> all(call, container, partitions, from))
                        .subscribeOn(scans));
    }

    private Mono<CallReply> changes(
            Call call, Container container, List<PhysicalPartition> partitions, boolean allVersions) {
        if (partitions.size() > 1) {
            throw ServiceException.badRequest(
                    "A change feed needs a partition key or a partition key range: each range has one of its own.");
        }
        return gate.pass(
                call,
                container,
                partitions.get(0),
                partition -> Mono.fromCallable(() -> allVersions
                                ? versions(call, container, partition)
                                : changes(call, container, partition))
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
        long last = -1; // a transactional batch is one write, and no page ends within it, whatever the page size
        while (read < changed.size() && (!page.isFull() || changed.get(read).lsn() == last)) {
            DocumentVersion document = changed.get(read++);
            last = document.lsn();
            if (document.timestamp() >= since) {
                page.add(document.toChangeFeedJson(container));
            }
        }
        long seen = read == 0 ? from : changed.get(read - 1).lsn();
        long reached = read < changed.size() ? seen : Math.max(seen, latest);
        CallReply reply = page.isEmpty() ? CallReply.empty(304) : page.toReply();
        return reply.etag("\"" + reached + "\"").charge(charges.changes(page.size()));
    }

    /** The change feed of all versions and deletes, from now on or after an earlier page. */
    private CallReply versions(Call call, Container container, PhysicalPartition partition) {
        String tag = call.header("if-none-match");
        if (tag == null || call.has("if-modified-since")) {
            throw ServiceException.badRequest(
                    "The change feed of all versions and deletes begins now or after an earlier page, not at the beginning or at a time.");
        }
        partition.keepVersions();
        long latest = partition.lsn();
        long from = position(tag, latest);
        List<VersionChange> changes = partition.versionsAfter(
                from, Selections.of(call), container.definition().changeFeedSeconds());
        Page page = new Page(call, container);
        int read = 0;
        long last = -1;
        while (read < changes.size() && (!page.isFull() || changes.get(read).lsn() == last)) {
            VersionChange change = changes.get(read++);
            last = change.lsn();
            page.add(json(container, change));
        }
        long reached = read < changes.size() ? last : Math.max(Math.max(from, last), latest);
        CallReply reply = page.isEmpty() ? CallReply.empty(304) : page.toReply();
        return reply.etag("\"" + reached + "\"").charge(charges.changes(page.size()));
    }

    private static byte[] json(Container container, VersionChange change) {
        ObjectNode json = Json.MAPPER.createObjectNode();
        ObjectNode metadata = Json.MAPPER.createObjectNode();
        metadata.put("lsn", change.lsn()).put("crts", change.timestamp());
        if (change.previous() != null) {
            metadata.put("previousImageLSN", change.previous().lsn());
        }
        if (change.current() != null) {
            json.set("current", Json.readTree(change.current().toJson(container)));
            metadata.put("operationType", change.previous() == null ? "create" : "replace");
        } else {
            DocumentKey key = Objects.requireNonNull(change.previous()).key();
            metadata.put("operationType", "delete")
                    .put("timeToLiveExpired", change.expired())
                    .put("id", key.id())
                    .set("partitionKey", partitionKey(container, key.partitionKey()));
        }
        json.set("metadata", metadata);
        return Json.write(json);
    }

    /** The values of a deleted document's partition key by their paths. */
    private static ObjectNode partitionKey(Container container, Scalar key) {
        ObjectNode json = Json.MAPPER.createObjectNode();
        List<Scalar> levels = key.levels();
        for (int i = 0; i < levels.size(); i++) {
            Object value = levels.get(i).value();
            if (value != Scalar.Missing.UNDEFINED) {
                json.putPOJO(
                        container
                                .definition()
                                .partitionKeyPaths()
                                .get(i)
                                .toString()
                                .substring(1),
                        value == Scalar.Missing.NULL ? null : value);
            }
        }
        return json;
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
