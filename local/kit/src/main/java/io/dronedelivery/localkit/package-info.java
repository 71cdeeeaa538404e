/**
 * What stand-ins share: {@link io.dronedelivery.localkit.FaultList faults on demand}, in words that are the same in Java, in an option and in
 * JSON over HTTP, and the {@link io.dronedelivery.localkit.ServerCertificate certificate} of their TLS.
 */
@NullMarked
package io.dronedelivery.localkit;

import org.jspecify.annotations.NullMarked;
