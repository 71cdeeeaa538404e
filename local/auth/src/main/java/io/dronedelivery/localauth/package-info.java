/** An OpenID issuer in the JVM. */
@NullMarked
package io.dronedelivery.localauth;

import org.jspecify.annotations.NullMarked;
