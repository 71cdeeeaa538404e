/** JMH benchmarks of what the gateway does to the bytes of the parts. */
@NullMarked
package io.dronedelivery.benchmarks.json;

import org.jspecify.annotations.NullMarked;
