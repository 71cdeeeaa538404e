package io.dronedelivery.cosmosaccess;

import java.util.Map;

/** The containers that {@code cosmos.containers} names, opened and checked. */
public final class CosmosContainers {

    private final Map<String, DocumentContainer> containers;

    CosmosContainers(Map<String, DocumentContainer> containers) {
        this.containers = Map.copyOf(containers);
    }

    /**
     * The container of that name.
     *
     * @throws RuntimeException when the configuration has none of that name; it ends the start with a message naming the property
     */
    public DocumentContainer get(String name) {
        DocumentContainer container = containers.get(name);
        if (container == null) {
            String property = "cosmos.containers." + name;
            throw new CosmosStartException(
                    "The container '" + name + "' is needed and not configured.",
                    "Add " + property + ".partition-key (/ownerId or /id) to the configuration.",
                    null);
        }
        return container;
    }
}
