/** The data directory: a catalogue of containers and one append-only journal for each. */
@NullMarked
package io.dronedelivery.localcosmos.journal;

import org.jspecify.annotations.NullMarked;
