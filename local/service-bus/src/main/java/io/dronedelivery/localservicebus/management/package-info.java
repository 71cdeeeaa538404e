/** The management API over HTTP, as far as it reads entities. */
@NullMarked
package io.dronedelivery.localservicebus.management;

import org.jspecify.annotations.NullMarked;
