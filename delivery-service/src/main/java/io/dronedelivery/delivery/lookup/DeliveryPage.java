package io.dronedelivery.delivery.lookup;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries of an owner whose ids follow one another.
 *
 * @param next the value of {@code after} for the following page; absent on the last page
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record DeliveryPage(List<Delivery> deliveries, @Nullable String next) {

    /** Makes a page from a list that has one delivery more than the page when another page follows. */
    static DeliveryPage of(List<Delivery> read, int limit) {
        return read.size() <= limit
                ? new DeliveryPage(read, null)
                : new DeliveryPage(read.subList(0, limit), read.get(limit - 1).deliveryId());
    }
}
