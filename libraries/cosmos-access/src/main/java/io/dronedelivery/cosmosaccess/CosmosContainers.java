package io.dronedelivery.cosmosaccess;

import io.dronedelivery.servicekit.environment.RefusedStartException;
import java.util.Map;

/** The containers of {@code cosmos.containers}, opened and checked. */
public final class CosmosContainers {

    private final Map<String, DocumentContainer> containers;

    CosmosContainers(Map<String, DocumentContainer> containers) {
        this.containers = Map.copyOf(containers);
    }

    /**
     * The container of that name, with either partition key.
     *
     * @throws RuntimeException when the configuration has none of that name; it ends the start with a message naming the property
     */
    public DocumentContainer get(String name) {
        return required(name, " (/ownerId or /id)");
    }

    /**
     * The container of that name, for documents whose ids are unique only within their owner.
     *
     * @throws RuntimeException when the configuration has none of that name, or one that does not
     *     {@linkplain DocumentContainer#keepsOwnersTogether() keep owners together}; it ends the start with a message naming the property
     */
    public DocumentContainer ofOwners(String name) {
        DocumentContainer container = required(name, "=" + PartitionKeyPath.OWNER_ID);
        if (!container.keepsOwnersTogether()) {
            throw new RefusedStartException(
                    "The container '" + name + "' has to keep the documents of an owner together.",
                    "Set " + partitionKey(name) + " to " + PartitionKeyPath.OWNER_ID
                            + ", or leave it out. A container that was made with another key has to be deleted first.",
                    null);
        }
        return container;
    }

    private DocumentContainer required(String name, String keys) {
        DocumentContainer container = containers.get(name);
        if (container == null) {
            throw new RefusedStartException(
                    "The container '" + name + "' is needed and not configured.",
                    "Add " + partitionKey(name) + keys + " to the configuration.",
                    null);
        }
        return container;
    }

    private static String partitionKey(String name) {
        return "cosmos.containers." + name + ".partition-key";
    }
}
