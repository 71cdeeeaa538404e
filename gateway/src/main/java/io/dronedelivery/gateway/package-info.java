@NullMarked
package io.dronedelivery.gateway;

import org.jspecify.annotations.NullMarked;
