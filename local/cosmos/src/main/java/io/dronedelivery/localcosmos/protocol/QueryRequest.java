package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.sql.BoundQuery;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.Selection;
import io.dronedelivery.localcosmos.store.ServiceException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a call with a query.
 *
 * @param partitions the partitions to read, one after the other
 * @param from where the page begins, in one of them
 */
record QueryRequest(BoundQuery query, Selection selection, List<PhysicalPartition> partitions, Continuation from) {

    /** @throws ServiceException 400 for a query that an index or a gateway does not serve */
    static QueryRequest of(Call call, Container container) {
        BoundQuery query = Queries.parse(call.body());
        Selection selection = Selections.of(call, query, container);
        List<PhysicalPartition> partitions = partitions(call, container, query, selection);
        container.definition().indexing().checkOrder(query.orderBy());
        Continuation from = Continuation.of(call, container, query.paging(), partitions);
        return new QueryRequest(query, selection, partitions, from);
    }

    PhysicalPartition partition() {
        return from.partition();
    }

    /** The partition that the call or the filter names. Otherwise all of them, if a gateway can combine their rows. */
    private static List<PhysicalPartition> partitions(
            Call call, Container container, BoundQuery query, Selection selection) {
        @Nullable PhysicalPartition named = PartitionGate.partitionNamedBy(call, container);
        if (named != null) {
            return List.of(named);
        }
        if (selection.partitionKey() != null) {
            return List.of(container.partitionOf(selection.partitionKey()));
        }
        if (!call.isTrue(Headers.ENABLE_CROSS_PARTITION)) {
            throw ServiceException.badRequest("Cross partition query is required but disabled. Please set "
                    + Headers.ENABLE_CROSS_PARTITION + " to true, specify " + Headers.PARTITION_KEY
                    + ", or revise your query to avoid this exception.");
        }
        if (query.namesAggregates()) {
            throw ServiceException.badRequest(
                    "Cross partition query only supports 'VALUE <AggregateFunc>' for aggregates.");
        }
        if (!query.isPlain()) {
            throw ServiceException.crossPartitionNotServable(QueryPlans.of(call, container, query));
        }
        return container.partitions();
    }
}
