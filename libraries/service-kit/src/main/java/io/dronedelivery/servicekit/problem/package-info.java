@NullMarked
package io.dronedelivery.servicekit.problem;

import org.jspecify.annotations.NullMarked;
