@NullMarked
package io.dronedelivery.servicekit;

import org.jspecify.annotations.NullMarked;
