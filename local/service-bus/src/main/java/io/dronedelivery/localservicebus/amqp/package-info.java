/** The wire: AMQP 1.0 with its links, {@code $cbs} and {@code $management}, and how HTTP, WebSockets and TLS share a port with it. */
@NullMarked
package io.dronedelivery.localservicebus.amqp;

import org.jspecify.annotations.NullMarked;
