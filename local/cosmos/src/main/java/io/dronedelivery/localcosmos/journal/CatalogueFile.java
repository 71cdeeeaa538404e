package io.dronedelivery.localcosmos.journal;

import io.dronedelivery.localcosmos.store.Account;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.ContainerDefinition;
import io.dronedelivery.localcosmos.store.CosmosDatabase;
import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.Provision;
import io.dronedelivery.localcosmos.store.ServiceException;
import io.dronedelivery.localcosmos.throughput.Throughput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The file with the names of databases and containers. It is replaced as a whole, so that it is never half written. */
final class CatalogueFile {
    /** A file without a number has the first format. */
    private static final int FORMAT = 1;

    private final Path file;

    CatalogueFile(Path file) {
        this.file = file;
    }

    void write(Account account) throws IOException {
        ObjectNode json = Json.MAPPER.createObjectNode().put("format", FORMAT).put("lastNumber", account.lastNumber());
        ArrayNode databases = json.putArray("databases");
        for (CosmosDatabase database : account.databases()) {
            ObjectNode entry = databases
                    .addObject()
                    .put("id", database.id())
                    .put("number", database.number())
                    .put("createdAt", database.createdAt());
            Throughput shared = database.throughput();
            if (shared != null) {
                write(shared, entry);
            }
            ArrayNode containers = entry.putArray("containers");
            database.containers().forEach(container -> write(container, containers.addObject()));
        }
        Path fresh = file.resolveSibling(file.getFileName() + ".tmp");
        Files.write(fresh, Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(json));
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Fills an empty account.
     *
     * @param journals opens the journal of a container
     * @throws IllegalStateException when a container is no longer accepted; the message has its name, the reason and the remedy
     */
    void restore(Account account, Function<Container.Identity, ContainerJournal> journals) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        JsonNode json = Json.MAPPER.readTree(Files.readAllBytes(file));
        int format = json.path("format").asInt(FORMAT);
        if (format != FORMAT) {
            throw new IOException(
                    "%s has the format %d of another version; this one reads %d".formatted(file, format, FORMAT));
        }
        account.restoreLastNumber(json.path("lastNumber").asInt());
        for (JsonNode entry : json.path("databases")) {
            CosmosDatabase database = account.restoreDatabase(
                    entry.path("id").asString(),
                    entry.path("number").asInt(),
                    entry.path("createdAt").asLong(),
                    provision(entry));
            for (JsonNode container : entry.path("containers")) {
                restore(account, database, container, journals);
            }
        }
    }

    private static void write(Container container, ObjectNode entry) {
        entry.put("number", container.identity().number())
                .put("partitions", container.identity().partitions())
                .put("createdAt", container.identity().createdAt())
                .set("definition", container.definition().json());
        if (!container.throughput().isShared()) {
            write(container.throughput(), entry);
        }
    }

    private static void write(Throughput throughput, ObjectNode entry) {
        entry.put("throughput", throughput.provisioned());
        if (throughput.isAutoscale()) {
            entry.put("autoscale", true);
        }
    }

    private static @Nullable Provision provision(JsonNode entry) {
        return entry.has("throughput")
                ? new Provision(
                        entry.path("throughput").asInt(),
                        entry.path("autoscale").asBoolean(false))
                : null;
    }

    private void restore(
            Account account,
            CosmosDatabase database,
            JsonNode entry,
            Function<Container.Identity, ContainerJournal> journals)
            throws IOException {
        Container.Identity identity = new Container.Identity(
                database.id(),
                database.number(),
                entry.path("number").asInt(),
                entry.path("partitions").asInt(),
                entry.path("createdAt").asLong());
        ContainerJournal journal = journals.apply(identity);
        Container container = account.restoreContainer(
                identity, definition(identity, entry.path("definition")), provision(entry), journal);
        journal.restore(container);
    }

    /**
     * A definition that was accepted once may be refused now, mostly because its documents were not stored correctly. Then none of the
     * account is served.
     */
    private ContainerDefinition definition(Container.Identity identity, JsonNode definition) {
        try {
            if (definition instanceof ObjectNode json) {
                return ContainerDefinition.parse(json);
            }
            throw ServiceException.badRequest("It has no definition.");
        } catch (ServiceException e) {
            throw new IllegalStateException(
                    "The container '%s' of the database '%s' is kept in the data directory, but LocalCosmos does not accept it: %s Remove its entry from %s, and at the next start its documents (%s) are deleted; or choose another data directory."
                            .formatted(
                                    definition.path("id").asString("?"),
                                    identity.database(),
                                    e.getMessage(),
                                    file.toAbsolutePath(),
                                    AccountDirectory.nameOf(identity.number())),
                    e);
        }
    }
}
