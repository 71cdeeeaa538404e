/** Request and reply with an empty pool of reply channels and with one that was sized before, as in the published account. */
@NullMarked
package io.dronedelivery.lab.accounts.replypool;

import org.jspecify.annotations.NullMarked;
