package io.dronedelivery.localcosmos;

import io.dronedelivery.localcosmos.store.Account;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.ContainerDefinition;
import io.dronedelivery.localcosmos.store.DocumentLoad;
import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.Provision;
import io.dronedelivery.localcosmos.store.ServiceException;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Direct access to a container of a {@link LocalCosmos}: the short way to load the initial data of a test or a demonstration. It uses no
 * client, no protocol and no latency, and charges nothing. Clients see the documents as if a client had created them.
 */
public final class LocalContainer {
    private final Account account;
    private final Container container;

    private LocalContainer(Account account, Container container) {
        this.account = account;
        this.container = container;
    }

    static LocalContainer in(
            Account account, String database, String name, String partitionKeyPath, int requestUnitsPerSecond) {
        try {
            return new LocalContainer(
                    account,
                    account.createContainerIfAbsent(
                            database,
                            ContainerDefinition.of(name, partitionKeyPath),
                            Provision.manual(requestUnitsPerSecond)));
        } catch (ServiceException refused) {
            throw new IllegalArgumentException(refused.message(), refused);
        }
    }

    /**
     * Creates documents, a hundred thousand in about a second. Waits for the journal where there is a data directory, so an event loop must
     * not call it. Several threads may load at the same time.
     *
     * @param documents each the bytes of one JSON object, which must not be changed afterwards; the stream is closed
     * @return number of documents
     * @throws IllegalArgumentException when a client could not create one of them. The message has its place in the stream, from 0, and the
     *     reason: no JSON object, its id, its partition key, its size, or an id that is taken. Earlier documents may have been created
     */
    public long load(Stream<byte[]> documents) {
        DocumentLoad load = new DocumentLoad(container);
        try (documents) {
            for (Iterator<byte[]> each = documents.iterator(); each.hasNext(); ) {
                load.add(each.next());
            }
            return load.finish();
        } catch (ServiceException refused) {
            throw new IllegalArgumentException(
                    "Document %d for the container '%s' is refused: %s"
                            .formatted(load.refusedAt(), container.id(), refused.message()),
                    refused);
        }
    }

    /**
     * Creates documents from maps of JSON values: strings, numbers, booleans, lists, maps and null.
     *
     * @see #load(Stream)
     */
    public long loadMaps(Stream<? extends Map<String, ?>> documents) {
        return load(documents.map(document -> Json.write(Json.MAPPER.valueToTree(document))));
    }

    public long count() {
        return container.partitions().stream()
                .mapToLong(PhysicalPartition::documentCount)
                .sum();
    }

    /**
     * Changes the provisioned throughput, as a client does through the container's offer.
     *
     * @param requestUnitsPerSecond of the whole container, split evenly over its physical partitions
     * @throws IllegalArgumentException when a client could not provision this amount
     */
    public void provision(int requestUnitsPerSecond) {
        try {
            account.replaceThroughput(container.throughput(), Provision.manual(requestUnitsPerSecond));
        } catch (ServiceException refused) {
            throw new IllegalArgumentException(refused.message(), refused);
        }
    }
}
