package io.dronedelivery.invoice.month;

import io.dronedelivery.servicekit.security.Owner;

/**
 * A month to be summed up, as it is written into a queue. The caller's access to the owner was checked before.
 *
 * @param ownerId the owner's identifier
 * @param month 1 to 12
 */
record MonthJob(String ownerId, int year, int month) {

    static MonthJob of(BillingMonth month) {
        return new MonthJob(month.ownerId(), month.year(), month.month());
    }

    BillingMonth billed() {
        return new BillingMonth(Owner.ofMessage(ownerId), year, month);
    }
}
