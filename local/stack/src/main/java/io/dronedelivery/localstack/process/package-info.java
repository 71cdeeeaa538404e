/** Applications as processes of their own: a JVM for each instance, watched, started again when it ends by itself, and gone when the launcher is. */
@NullMarked
package io.dronedelivery.localstack.process;

import org.jspecify.annotations.NullMarked;
