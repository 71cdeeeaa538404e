package io.dronedelivery.localcosmos.sql;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How a client is to run a query over several partitions.
 *
 * @param queryInfo the {@code queryInfo} of the answer to a query plan request, complete, in the form that Azure's gateway uses
 * @param partitionKeys the full partition keys, each a list of the values of the partition key paths, to which the filter
 *     limits the query; empty if the query concerns every partition. The server turns each into a {@code queryRanges} entry
 *     of one point, sorted; for none it answers the one full range
 */
public record QueryPlan(ObjectNode queryInfo, List<List<JsonNode>> partitionKeys) {}
