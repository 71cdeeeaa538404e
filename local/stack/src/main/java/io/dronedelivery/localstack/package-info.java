@NullMarked
package io.dronedelivery.localstack;

import org.jspecify.annotations.NullMarked;
