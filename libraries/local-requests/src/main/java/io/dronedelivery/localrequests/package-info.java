/** Servers that are for one machine, and the web pages that its browsers show. */
@NullMarked
package io.dronedelivery.localrequests;

import org.jspecify.annotations.NullMarked;
