/** What all experiments share: their settings, the local stack, and how one is run. */
@NullMarked
package io.dronedelivery.lab.accounts.common;

import org.jspecify.annotations.NullMarked;
