/**
 * The query language of Azure Cosmos DB for NoSQL: text to plan, and text and parameters to rows.
 *
 * <p>{@link io.dronedelivery.localcosmos.sql.Query} is the way in. Only what is public here is meant for the server;
 * a construct that is not supported is refused by {@link io.dronedelivery.localcosmos.sql.SqlException}, never ignored.
 */
@NullMarked
package io.dronedelivery.localcosmos.sql;

import org.jspecify.annotations.NullMarked;
