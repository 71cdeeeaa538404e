/** What the benchmarks that are commands have in common: their options, their end and what they write. */
@NullMarked
package io.dronedelivery.lab.comparisons.command;

import org.jspecify.annotations.NullMarked;
