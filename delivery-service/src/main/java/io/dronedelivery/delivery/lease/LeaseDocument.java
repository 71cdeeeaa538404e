package io.dronedelivery.delivery.lease;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A lease as it is stored. Each write gives it another ETag, and other instances judge the lease by its ETag alone. No instance compares
 * its own clock with a time in the lease.
 *
 * @param id made of the name; the colon distinguishes it from deliveries
 * @param ownerId equal to the id, because it is the partition key
 * @param type distinguishes the document from a delivery
 * @param name the leased resource
 * @param holder the instance that holds it; absent when no instance does
 * @param successor the instance that asks the holder for it; absent when no instance does
 * @param databaseSecond time of the last write by the database's clock, in seconds since 1970
 */
record LeaseDocument(
        String id,
        String ownerId,
        String type,
        String name,
        @Nullable String holder,
        @Nullable String successor,

        @JsonProperty(value = "_ts", access = JsonProperty.Access.WRITE_ONLY)
        long databaseSecond) {

    private static final String PREFIX = "lease:";

    static LeaseDocument free(String name) {
        String id = idOf(name);
        return new LeaseDocument(id, id, "lease", name, null, null, 0);
    }

    static String idOf(String name) {
        return PREFIX + name;
    }

    LeaseDocument heldBy(@Nullable String instance) {
        return new LeaseDocument(id, ownerId, type, name, instance, null, 0);
    }

    LeaseDocument askedForBy(String instance) {
        return new LeaseDocument(id, ownerId, type, name, holder, instance, 0);
    }
}
