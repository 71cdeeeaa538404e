@NullMarked
package io.dronedelivery.gateway.json;

import org.jspecify.annotations.NullMarked;
