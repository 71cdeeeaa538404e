package io.dronedelivery.delivery.lease;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A lease as it is stored. Each write gives it another ETag, which is all that others go by: nothing in it is a time of anybody's clock.
 *
 * @param id made of the name; the colon keeps it apart from deliveries
 * @param ownerId equal to the id, because it is the partition key
 * @param type tells the document from a delivery
 * @param name what is leased
 * @param holder the instance that has it; absent when nobody has
 * @param successor the instance that asks the holder for it; absent when none does
 * @param databaseSecond when it was written, by the database's clock, in seconds since 1970
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
