@NullMarked
package io.dronedelivery.localstack.option;

import org.jspecify.annotations.NullMarked;
