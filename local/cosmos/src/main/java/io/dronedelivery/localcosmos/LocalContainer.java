package io.dronedelivery.localcosmos;

import io.dronedelivery.localcosmos.store.Account;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.ContainerDefinition;
import io.dronedelivery.localcosmos.store.DocumentLoad;
import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.ServiceException;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A container of a {@link LocalCosmos} from within: the short way for the data that a test or a demonstration begins with. No client,
 * no protocol, no latency, and nothing is charged; clients see the documents as if one of them had created them.
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
                            Account.checkedThroughput(requestUnitsPerSecond)));
        } catch (ServiceException refused) {
            throw new IllegalArgumentException(refused.message(), refused);
        }
    }

    /**
     * Creates documents, a hundred thousand in about a second. Waits for the journal where there is a data directory, and so is not for
     * an event loop; several threads may load at the same time.
     *
     * @param documents each the bytes of one JSON object, which must not be changed afterwards; the stream is closed
     * @return how many there were
     * @throws IllegalArgumentException when a client could not create one of them, with its place in the stream, from 0, and what is
     *     wrong with it: no JSON object, its id, its partition key, its size, or an id that is taken. Those before it may have been
     *     created.
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
     * Creates documents from maps of what JSON knows: strings, numbers, booleans, lists, maps and null.
     *
     * @see #load(Stream)
     */
    public long loadMaps(Stream<? extends Map<String, ?>> documents) {
        return load(documents.map(document -> Json.write(Json.MAPPER.valueToTree(document))));
    }

    /** How many documents there are. */
    public long count() {
        return container.partitions().stream()
                .mapToLong(PhysicalPartition::documentCount)
                .sum();
    }

    /**
     * Changes the provisioned throughput, as a client does through the container's offer.
     *
     * @param requestUnitsPerSecond of the whole container, split evenly over its physical partitions
     * @throws IllegalArgumentException when a client could not provision that much or that little
     */
    public void provision(int requestUnitsPerSecond) {
        try {
            account.replaceThroughput(container, Account.checkedThroughput(requestUnitsPerSecond));
        } catch (ServiceException refused) {
            throw new IllegalArgumentException(refused.message(), refused);
        }
    }
}
