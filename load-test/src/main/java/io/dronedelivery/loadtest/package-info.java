/** Load against a gateway, wherever it runs. */
@NullMarked
package io.dronedelivery.loadtest;

import org.jspecify.annotations.NullMarked;
