/** What is alike for all that the gateway answers: its path and method, its variables, its headers, its time. */
@NullMarked
package io.dronedelivery.gateway.endpoint;

import org.jspecify.annotations.NullMarked;
