/**
 * The bounded queue in front of the broker and of the message log: admits what there is room for, keeps at most so many messages in
 * flight, sends the next the moment one is done, and tells how it stands.
 */
@NullMarked
package io.dronedelivery.messaging.dispatch;

import org.jspecify.annotations.NullMarked;
