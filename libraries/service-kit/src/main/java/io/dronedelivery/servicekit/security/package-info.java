/** Who calls, and what they may do: tokens of an OpenID issuer, checked in every application. */
@NullMarked
package io.dronedelivery.servicekit.security;

import org.jspecify.annotations.NullMarked;
