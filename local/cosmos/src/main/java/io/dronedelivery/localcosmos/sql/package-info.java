/**
 * The query language of Azure Cosmos DB for NoSQL: from text to plan, and from text and parameters to rows.
 *
 * <p>{@link io.dronedelivery.localcosmos.sql.Query} is the entry point. Public types are for the server. An unsupported construct is
 * refused by {@link io.dronedelivery.localcosmos.sql.SqlException}, never ignored.
 */
@NullMarked
package io.dronedelivery.localcosmos.sql;

import org.jspecify.annotations.NullMarked;
