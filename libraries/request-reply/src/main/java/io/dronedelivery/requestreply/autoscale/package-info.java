/** Changes the number of workers with their load. */
@NullMarked
package io.dronedelivery.requestreply.autoscale;

import org.jspecify.annotations.NullMarked;
