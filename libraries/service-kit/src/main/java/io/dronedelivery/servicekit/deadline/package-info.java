@NullMarked
package io.dronedelivery.servicekit.deadline;

import org.jspecify.annotations.NullMarked;
