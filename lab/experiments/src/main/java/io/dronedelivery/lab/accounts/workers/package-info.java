/** The workers of invoice-service behind their queue, as experiments use them. */
@NullMarked
package io.dronedelivery.lab.accounts.workers;

import org.jspecify.annotations.NullMarked;
