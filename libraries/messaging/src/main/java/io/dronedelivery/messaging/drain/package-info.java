/** Takes an instance out of service so that nothing is lost: before it ends, or when a load balancer or an autoscaler asks for it. */
@NullMarked
package io.dronedelivery.messaging.drain;

import org.jspecify.annotations.NullMarked;
