/** Apache Kafka in this JVM, on loopback ports. */
@NullMarked
package io.dronedelivery.localkafka;

import org.jspecify.annotations.NullMarked;
