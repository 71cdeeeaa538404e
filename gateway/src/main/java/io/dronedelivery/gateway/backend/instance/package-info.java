@NullMarked
package io.dronedelivery.gateway.backend.instance;

import org.jspecify.annotations.NullMarked;
