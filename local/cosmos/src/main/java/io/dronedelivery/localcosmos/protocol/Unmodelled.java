package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.store.ServiceException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Features of the service that this stand-in does not have. They are refused, so that no client expects an effect. */
final class Unmodelled {
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("addresses", "Direct mode (use gateway mode)"),
            Map.entry("attachments", "Attachments"),
            Map.entry("clientencryptionkeys", "Client encryption keys"),
            Map.entry("conflicts", "The conflicts feed"),
            Map.entry("media", "Media"),
            Map.entry("operations", "Deleting all documents of a partition key"),
            Map.entry("partitionedsystemdocuments", "Partitioned system documents"),
            Map.entry("permissions", "Permissions"),
            Map.entry("schemas", "Schemas"),
            Map.entry("snapshots", "Snapshots"),
            Map.entry("sprocs", "Stored procedures"),
            Map.entry("triggers", "Triggers"),
            Map.entry("udfs", "User-defined functions"),
            Map.entry("udts", "User-defined types"),
            Map.entry("users", "Users"));

    private static final Map<String, String> HEADERS = Map.of(
            "x-ms-documentdb-pre-trigger-include", "A pre-trigger",
            "x-ms-documentdb-post-trigger-include", "A post-trigger",
            "x-ms-indexing-directive", "An indexing directive",
            "x-ms-cosmos-populateindexmetrics", "Index metrics",
            "x-ms-cosmos-throughput-bucket", "A throughput bucket",
            "x-ms-cosmos-is-client-encrypted", "Client-side encryption");

    /** A request may ask for less than the account's consistency, which is Session, but not for more. */
    private static final Set<String> CONSISTENCY = Set.of("session", "consistentprefix", "eventual");

    private Unmodelled() {}

    /**
     * Refuses paths of features that are not modelled. This precedes the check of signatures, which have other rules for these paths.
     *
     * @throws ServiceException 400 naming the feature
     */
    static void refuse(ResourcePath path) {
        for (int i = 0; i < path.segments().size(); i += 2) {
            String what = TYPES.get(path.segments().get(i));
            if (what != null) {
                throw ServiceException.notModelled(what);
            }
        }
    }

    /** @throws ServiceException 400 naming the feature that is not modelled */
    static void refuse(Call call) {
        HEADERS.forEach((header, what) -> {
            if (isSet(call.header(header))) {
                throw ServiceException.notModelled(what + " (header " + header + ")");
            }
        });
        String consistency = call.header(Headers.CONSISTENCY_LEVEL);
        if (consistency != null && !CONSISTENCY.contains(consistency.toLowerCase(java.util.Locale.ROOT))) {
            throw ServiceException.badRequest("ConsistencyLevel " + consistency
                    + " specified in the request is invalid: the account's consistency is Session.");
        }
    }

    private static boolean isSet(@Nullable String value) {
        return value != null && !value.equalsIgnoreCase("false");
    }
}
