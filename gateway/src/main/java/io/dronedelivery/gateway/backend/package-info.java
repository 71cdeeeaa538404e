@NullMarked
package io.dronedelivery.gateway.backend;

import org.jspecify.annotations.NullMarked;
