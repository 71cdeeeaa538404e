/** The management API over HTTP, limited to reading entities. */
@NullMarked
package io.dronedelivery.localservicebus.management;

import org.jspecify.annotations.NullMarked;
