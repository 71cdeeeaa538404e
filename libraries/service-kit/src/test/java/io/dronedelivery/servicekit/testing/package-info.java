/** What the tests of the services share. */
@NullMarked
package io.dronedelivery.servicekit.testing;

import org.jspecify.annotations.NullMarked;
