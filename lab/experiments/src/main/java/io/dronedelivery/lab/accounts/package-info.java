/** The experiments: each starts what it measures in JVMs of its own, loads it and writes a page, a table and the raw figures. */
@NullMarked
package io.dronedelivery.lab.accounts;

import org.jspecify.annotations.NullMarked;
