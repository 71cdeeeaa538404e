@NullMarked
package io.dronedelivery.localstack.sample;

import org.jspecify.annotations.NullMarked;
