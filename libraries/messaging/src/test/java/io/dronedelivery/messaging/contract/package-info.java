/** What every broker's adapter promises, as tests. An adapter extends {@link io.dronedelivery.messaging.contract.BrokerContract}. */
@NullMarked
package io.dronedelivery.messaging.contract;

import org.jspecify.annotations.NullMarked;
