/** Keys and passwords that an application must not be given where it signs in with its identity. */
@NullMarked
package io.dronedelivery.servicekit.keys;

import org.jspecify.annotations.NullMarked;
