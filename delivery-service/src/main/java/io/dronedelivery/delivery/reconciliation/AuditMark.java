package io.dronedelivery.delivery.reconciliation;

import java.time.Instant;

/**
 * How far the periodic audits are: the only document of its kind.
 *
 * @param ownerId equal to the id, because it is the partition key
 * @param until all deliveries accepted before this time of the database's clock were compared, and none of them was still on its way
 */
record AuditMark(String id, String ownerId, String type, Instant until) {

    /** The colon distinguishes it from deliveries, the text before it from audits. */
    static final String ID = "audit-mark:periodic";

    static AuditMark at(Instant until) {
        return new AuditMark(ID, ID, "audit-mark", until);
    }
}
