/** What happened in each second: figures that stay small whatever the load. */
@NullMarked
package io.dronedelivery.localapplicationinsights.timeline;

import org.jspecify.annotations.NullMarked;
