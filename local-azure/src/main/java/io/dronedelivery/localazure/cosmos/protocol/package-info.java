/** The REST protocol of gateway mode on top of the store: routes, headers, signatures, bodies. */
@NullMarked
package io.dronedelivery.localazure.cosmos.protocol;

import org.jspecify.annotations.NullMarked;
