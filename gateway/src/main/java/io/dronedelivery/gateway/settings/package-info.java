@NullMarked
package io.dronedelivery.gateway.settings;

import org.jspecify.annotations.NullMarked;
