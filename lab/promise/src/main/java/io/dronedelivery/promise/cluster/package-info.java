/** The whole cluster, every part of it in a JVM of its own as in a cluster, and the network between the parts. */
@NullMarked
package io.dronedelivery.promise.cluster;

import org.jspecify.annotations.NullMarked;
