/**
 * The file that a stand-in keeps its state in, so that it survives a {@code kill -9}. A {@link io.dronedelivery.localjournal.Frame} gathers the
 * records of one change, a {@link io.dronedelivery.localjournal.JournalFile} appends it, and a
 * {@link io.dronedelivery.localjournal.JournalReader} reads all of them at the next start. What a record means is up to the stand-in.
 */
@NullMarked
package io.dronedelivery.localjournal;

import org.jspecify.annotations.NullMarked;
