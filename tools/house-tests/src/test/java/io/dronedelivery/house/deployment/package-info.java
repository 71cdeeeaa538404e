/** What {@code deploy/} says of the applications, compared with what they are. */
@NullMarked
package io.dronedelivery.house.deployment;

import org.jspecify.annotations.NullMarked;
