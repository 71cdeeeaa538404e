/** HTTP load in a closed loop: so many users, each of which sends its next request when the last one was answered. */
@NullMarked
package io.dronedelivery.lab.kit.load;

import org.jspecify.annotations.NullMarked;
