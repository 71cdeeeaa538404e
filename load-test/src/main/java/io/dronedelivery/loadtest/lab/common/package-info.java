/** What all experiments share: their settings, the processes they start, their checks and what they leave behind. */
@NullMarked
package io.dronedelivery.loadtest.lab.common;

import org.jspecify.annotations.NullMarked;
