@NullMarked
package io.dronedelivery.gateway.backend.answer;

import org.jspecify.annotations.NullMarked;
