@NullMarked
package io.dronedelivery.invoice.database;

import org.jspecify.annotations.NullMarked;
