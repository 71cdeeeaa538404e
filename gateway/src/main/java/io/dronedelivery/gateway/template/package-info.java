@NullMarked
package io.dronedelivery.gateway.template;

import org.jspecify.annotations.NullMarked;
