package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.sql.BoundQuery;
import io.dronedelivery.localcosmos.sql.NumberedDocuments;
import io.dronedelivery.localcosmos.sql.Paging;
import io.dronedelivery.localcosmos.sql.QueryPosition;
import io.dronedelivery.localcosmos.sql.Rows;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.DocumentVersion;
import io.dronedelivery.localcosmos.store.Json;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One page of one query on one partition. The candidate documents were copied when it started. For one thread. */
final class QueryRun {
    private final Call call;
    private final Container container;
    private final QueryRequest request;
    private final List<DocumentVersion> candidates;
    private @Nullable QueryPosition rest;

    QueryRun(Call call, Container container, QueryRequest request) {
        this.call = call;
        this.container = container;
        this.request = request;
        boolean byDocument = request.query().paging() == Paging.BY_DOCUMENT;
        QueryPosition from = request.from().position();
        this.candidates = request.partition().documents(request.selection(), byDocument ? from.document() : 0);
    }

    int candidates() {
        return candidates.size();
    }

    CallReply reply(RequestCharges charges) {
        CallReply reply = Queries.complaining(() -> page(charges));
        return Continuation.goOn(
                reply, call, container, request.query().paging(), request.partitions(), request.partition(), rest);
    }

    private CallReply page(RequestCharges charges) {
        long startedAt = System.nanoTime();
        BoundQuery query = request.query();
        Reading reading = new Reading();
        Rows rows = query.page(reading, request.from().position());
        Page page = new Page(call, container);
        double charge = charges.query();
        while (!page.isFull() && rows.hasNext()) {
            byte[] row = reading.bytesOf(rows.next());
            page.add(row);
            charge += charges.result(row.length);
        }
        rest = rows.rest();
        CallReply reply = page.toReply().charge(charge);
        return call.isTrue(Headers.POPULATE_QUERY_METRICS)
                ? reply.header(Headers.QUERY_METRICS, metrics(reading, reply, (System.nanoTime() - startedAt) / 1e6))
                : reply;
    }

    /** The times of single steps are not measured. */
    private static String metrics(Reading reading, CallReply reply, double milliseconds) {
        double usedOfRead = reading.next == 0 ? 1 : Math.min(1, (double) reply.items() / reading.next);
        return String.format(
                Locale.ROOT,
                "totalExecutionTimeInMs=%1$.2f;queryCompileTimeInMs=0.00;queryLogicalPlanBuildTimeInMs=0.00;"
                        + "queryPhysicalPlanBuildTimeInMs=0.00;queryOptimizationTimeInMs=0.00;VMExecutionTimeInMs=%1$.2f;"
                        + "indexLookupTimeInMs=0.00;documentLoadTimeInMs=0.00;systemFunctionExecuteTimeInMs=0.00;"
                        + "userFunctionExecuteTimeInMs=0.00;retrievedDocumentCount=%2$d;retrievedDocumentSize=%3$d;"
                        + "outputDocumentCount=%4$d;outputDocumentSize=%5$d;writeOutputTimeInMs=0.00;"
                        + "indexUtilizationRatio=%6$.2f",
                milliseconds,
                reading.next,
                reading.bytes,
                reply.items(),
                reply.body().length,
                usedOfRead);
    }

    /** Parses candidates one by one, as the engine requests them. */
    private final class Reading implements NumberedDocuments {
        private int next;
        private long bytes;
        private @Nullable ObjectNode current;

        @Override
        public boolean hasNext() {
            return next < candidates.size();
        }

        @Override
        public ObjectNode next() {
            bytes += candidates.get(next).size();
            ObjectNode document = candidates.get(next++).toTree(container);
            current = document;
            return document;
        }

        @Override
        public long number() {
            return candidates.get(next - 1).sequence();
        }

        /** A row that is the document itself, as for SELECT *, need not be written again. */
        @SuppressWarnings("ReferenceEquality") // a row that only equals the document has no stored bytes
        byte[] bytesOf(JsonNode row) {
            return row == current ? candidates.get(next - 1).toJson(container) : Json.write(row);
        }
    }
}
