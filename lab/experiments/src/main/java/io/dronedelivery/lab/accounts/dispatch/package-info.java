/** The dispatcher behind a SNAT gateway, without and with a pool of connections, as in the published account. */
@NullMarked
package io.dronedelivery.lab.accounts.dispatch;

import org.jspecify.annotations.NullMarked;
