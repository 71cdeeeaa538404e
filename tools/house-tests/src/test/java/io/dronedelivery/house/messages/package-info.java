/** Whether the events of the services are what {@code docs/messages} says, and whether what was released of it is still true. */
@NullMarked
package io.dronedelivery.house.messages;

import org.jspecify.annotations.NullMarked;
