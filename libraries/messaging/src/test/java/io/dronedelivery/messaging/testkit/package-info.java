/** What tests of messages need, whatever they are tests of. */
@NullMarked
package io.dronedelivery.messaging.testkit;

import org.jspecify.annotations.NullMarked;
