/** The workers of invoice-service behind their queue, as experiments use them. */
@NullMarked
package io.dronedelivery.loadtest.lab.workers;

import org.jspecify.annotations.NullMarked;
