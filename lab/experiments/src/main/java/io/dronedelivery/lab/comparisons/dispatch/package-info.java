/** The dispatcher's rate beside the bare SDK's, in the same run and against the same broker. */
@NullMarked
package io.dronedelivery.lab.comparisons.dispatch;

import org.jspecify.annotations.NullMarked;
