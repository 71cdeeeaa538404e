/** How many workers, and how many jobs each may hold, until more of them do no more work, as in the published account. */
@NullMarked
package io.dronedelivery.lab.accounts.scaleout;

import org.jspecify.annotations.NullMarked;
