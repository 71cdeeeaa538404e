/** Text that comes from strangers: for a line of a log, a terminal, or a field of bounded length. */
@NullMarked
package io.dronedelivery.plaintext;

import org.jspecify.annotations.NullMarked;
