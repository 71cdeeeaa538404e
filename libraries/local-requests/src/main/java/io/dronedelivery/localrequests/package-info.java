/** The protection of servers for one machine from web pages in its browsers. */
@NullMarked
package io.dronedelivery.localrequests;

import org.jspecify.annotations.NullMarked;
