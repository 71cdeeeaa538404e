@NullMarked
package io.dronedelivery.messaging.jobs;

import org.jspecify.annotations.NullMarked;
