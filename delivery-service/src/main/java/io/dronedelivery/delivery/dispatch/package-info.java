/** The dispatcher seen from outside: how it stands, and messages on demand to try it with. */
@NullMarked
package io.dronedelivery.delivery.dispatch;

import org.jspecify.annotations.NullMarked;
