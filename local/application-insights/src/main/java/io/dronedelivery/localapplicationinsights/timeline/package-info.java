/** The figures of each second; their size does not depend on the load. */
@NullMarked
package io.dronedelivery.localapplicationinsights.timeline;

import org.jspecify.annotations.NullMarked;
