package io.dronedelivery.localcosmos.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.protocol.Continuation.Kind;
import io.dronedelivery.localcosmos.sql.BoundQuery;
import io.dronedelivery.localcosmos.sql.Paging;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.Selection;
import io.dronedelivery.localcosmos.store.StoredDocument;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One page of one query on one partition: the documents that come into question were copied when it started. */
final class QueryRun {
    private final Call call;
    private final Container container;
    private final BoundQuery query;
    private final Continuation from;
    private final List<StoredDocument> candidates;

    private QueryRun(
            Call call, Container container, BoundQuery query, Continuation from, List<StoredDocument> candidates) {
        this.call = call;
        this.container = container;
        this.query = query;
        this.from = from;
        this.candidates = candidates;
    }

    static QueryRun start(
            Call call, Container container, PhysicalPartition partition, BoundQuery query, Selection selection) {
        boolean byDocument = query.paging() == Paging.BY_DOCUMENT;
        Continuation from = Continuation.of(call, container, byDocument ? Kind.AFTER_DOCUMENT : Kind.AFTER_ROWS);
        return new QueryRun(
                call, container, query, from, partition.documents(selection, byDocument ? from.position() : 0));
    }

    int candidates() {
        return candidates.size();
    }

    Reply reply(RequestCharges charges) {
        return Queries.complaining(() -> page(charges));
    }

    private Reply page(RequestCharges charges) {
        Reading reading = new Reading();
        Iterator<JsonNode> rows = query.rows(reading);
        boolean byRow = from.kind() == Kind.AFTER_ROWS;
        for (long skipped = 0; byRow && skipped < from.position() && rows.hasNext(); skipped++) {
            rows.next();
        }
        Page page = new Page(call, container);
        double charge = charges.query();
        long returned = 0;
        while (!page.isFull() && rows.hasNext()) {
            byte[] row = reading.bytesOf(rows.next());
            page.add(row);
            charge += charges.result(row.length);
            returned++;
        }
        Reply reply = page.toReply().charge(charge);
        if (byRow ? rows.hasNext() : reading.hasNext()) {
            long position = byRow ? from.position() + returned : reading.position();
            reply.header(Headers.CONTINUATION, new Continuation(from.kind(), position).encode(call, container));
        }
        return reply;
    }

    /** Parses one candidate after the other, as the engine asks for them. */
    private final class Reading implements Iterator<ObjectNode> {
        private int next;
        private @Nullable ObjectNode current;

        @Override
        public boolean hasNext() {
            return next < candidates.size();
        }

        @Override
        public ObjectNode next() {
            ObjectNode document = candidates.get(next++).toTree(container);
            current = document;
            return document;
        }

        /** A row that is the document itself, as of SELECT *, needs not be written again. */
        @SuppressWarnings("ReferenceEquality") // a row that only equals the document has no bytes of its own
        byte[] bytesOf(JsonNode row) {
            return row == current ? candidates.get(next - 1).toJson(container) : Json.write(row);
        }

        /** The number of the document read last. */
        long position() {
            return next == 0 ? from.position() : candidates.get(next - 1).sequence();
        }
    }
}
