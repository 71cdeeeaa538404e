@NullMarked
package io.dronedelivery.localstack.store;

import org.jspecify.annotations.NullMarked;
