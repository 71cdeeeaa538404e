@NullMarked
package io.dronedelivery.localazure;

import org.jspecify.annotations.NullMarked;
