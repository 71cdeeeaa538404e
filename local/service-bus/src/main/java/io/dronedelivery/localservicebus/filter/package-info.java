/** SQL and correlation filters of a subscription's rules, and the SQL actions beside them. */
@NullMarked
package io.dronedelivery.localservicebus.filter;

import org.jspecify.annotations.NullMarked;
