@NullMarked
package io.dronedelivery.gateway.backend.stream;

import org.jspecify.annotations.NullMarked;
