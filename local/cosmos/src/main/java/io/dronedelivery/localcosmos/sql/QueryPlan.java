package io.dronedelivery.localcosmos.sql;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How a client runs a query over several partitions.
 *
 * @param queryInfo the complete {@code queryInfo} of the answer to a query plan request, in the form of Azure's gateway
 * @param partitionKeys the full partition keys to which the filter limits the query, each a list of the values of the partition key paths.
 *     Empty if the query concerns every partition. The server turns each into a {@code queryRanges} entry of one point, sorted; without any
 *     it answers the one full range
 */
public record QueryPlan(ObjectNode queryInfo, List<List<JsonNode>> partitionKeys) {}
