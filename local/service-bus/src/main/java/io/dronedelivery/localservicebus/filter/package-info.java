/** SQL and correlation filters of a subscription's rules, and their SQL actions. */
@NullMarked
package io.dronedelivery.localservicebus.filter;

import org.jspecify.annotations.NullMarked;
