/** Spans of messages: one trace from the request to what is done last for it, whatever carries the messages in between. */
@NullMarked
package io.dronedelivery.messaging.trace;

import org.jspecify.annotations.NullMarked;
