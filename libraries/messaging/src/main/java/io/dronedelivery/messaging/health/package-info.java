/** The health of consumers, where the application has Boot's health. */
@NullMarked
package io.dronedelivery.messaging.health;

import org.jspecify.annotations.NullMarked;
