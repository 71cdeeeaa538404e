/** Names settings that contradict each other when the application starts. */
@NullMarked
package io.dronedelivery.messaging.settings;

import org.jspecify.annotations.NullMarked;
