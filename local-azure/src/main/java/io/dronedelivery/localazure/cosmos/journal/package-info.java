/** The data directory: a catalogue of containers and one append-only journal for each. */
@NullMarked
package io.dronedelivery.localazure.cosmos.journal;

import org.jspecify.annotations.NullMarked;
