@NullMarked
package io.dronedelivery.gateway.openapi;

import org.jspecify.annotations.NullMarked;
