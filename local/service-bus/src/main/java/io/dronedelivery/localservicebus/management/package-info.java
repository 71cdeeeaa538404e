/** The administration over HTTP: entities and rules as XML. */
@NullMarked
package io.dronedelivery.localservicebus.management;

import org.jspecify.annotations.NullMarked;
