/** What BlockHound lets block in tests. */
@NullMarked
package io.dronedelivery.blocking;

import org.jspecify.annotations.NullMarked;
