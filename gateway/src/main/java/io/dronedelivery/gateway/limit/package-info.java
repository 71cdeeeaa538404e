@NullMarked
package io.dronedelivery.gateway.limit;

import org.jspecify.annotations.NullMarked;
