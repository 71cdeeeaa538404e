/** {@code docker-compose.yml} and its image, tried without Docker: what a container would do is done by processes of this machine. */
@NullMarked
package io.dronedelivery.house.containers;

import org.jspecify.annotations.NullMarked;
