/** JMH benchmarks of what the gateway does to the bytes of the parts. */
@NullMarked
package io.dronedelivery.lab.comparisons.json;

import org.jspecify.annotations.NullMarked;
