/** What the benchmarks that are commands have in common: their options, their end and what they write. */
@NullMarked
package io.dronedelivery.benchmarks.command;

import org.jspecify.annotations.NullMarked;
