/** The REST protocol of gateway mode on top of the store: routes, headers, signatures, bodies. */
@NullMarked
package io.dronedelivery.localcosmos.protocol;

import org.jspecify.annotations.NullMarked;
