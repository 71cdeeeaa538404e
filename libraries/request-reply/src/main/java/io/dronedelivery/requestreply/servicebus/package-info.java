/** Jobs on Azure Service Bus: a queue of requests and a queue of replies with sessions. */
@NullMarked
package io.dronedelivery.requestreply.servicebus;

import org.jspecify.annotations.NullMarked;
