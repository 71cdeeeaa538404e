/** Jobs in a table of PostgreSQL: durable, without a broker. */
@NullMarked
package io.dronedelivery.requestreply.postgres;

import org.jspecify.annotations.NullMarked;
