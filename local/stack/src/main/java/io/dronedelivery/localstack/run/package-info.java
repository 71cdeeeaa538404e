@NullMarked
package io.dronedelivery.localstack.run;

import org.jspecify.annotations.NullMarked;
