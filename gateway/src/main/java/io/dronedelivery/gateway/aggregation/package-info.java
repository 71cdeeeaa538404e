@NullMarked
package io.dronedelivery.gateway.aggregation;

import org.jspecify.annotations.NullMarked;
