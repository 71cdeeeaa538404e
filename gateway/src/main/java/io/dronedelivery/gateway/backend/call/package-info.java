@NullMarked
package io.dronedelivery.gateway.backend.call;

import org.jspecify.annotations.NullMarked;
