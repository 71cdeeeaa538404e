package io.dronedelivery.localcosmos.store;

import io.dronedelivery.localcosmos.throughput.Throughput;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The root: databases by name. Reads need no lock. Creating and deleting happen one at a time and may block. */
public final class Account {
    /** In each physical partition, so that its lock is not held for long. */
    private static final int MAX_EXPIRED_TOGETHER = 1_000;

    private final StoreSettings settings;
    private final Catalogue catalogue;
    private final Map<String, CosmosDatabase> databases = new ConcurrentSkipListMap<>();
    private int lastNumber;

    public Account(StoreSettings settings, Catalogue catalogue) {
        this.settings = settings;
        this.catalogue = catalogue;
    }

    public Collection<CosmosDatabase> databases() {
        return databases.values();
    }

    public List<Container> containers() {
        return databases.values().stream()
                .flatMap(database -> database.containers().stream())
                .toList();
    }

    /**
     * Finds the requested database.
     *
     * @throws ServiceException 404
     */
    public CosmosDatabase database(String nameOrRid) {
        return find(nameOrRid).orElseThrow(() -> ServiceException.notFound("the database '" + nameOrRid + "'"));
    }

    /**
     * Finds the database of a requested resource.
     *
     * @throws ServiceException 404/1003
     */
    public CosmosDatabase owningDatabase(String nameOrRid) {
        return find(nameOrRid).orElseThrow(() -> ServiceException.ownerNotFound("the database '" + nameOrRid + "'"));
    }

    private Optional<CosmosDatabase> find(String nameOrRid) {
        return Optional.ofNullable(databases.get(nameOrRid))
                .or(() -> databases.values().stream()
                        .filter(database -> database.rid().equals(nameOrRid))
                        .findFirst());
    }

    /**
     * Creates a database.
     *
     * @param provision throughput that its containers share, or null
     */
    public synchronized CosmosDatabase createDatabase(ObjectNode body, @Nullable Provision provision) {
        String id = ContainerDefinition.checkedId(body, "database");
        if (databases.containsKey(id)) {
            throw ServiceException.conflict("The database '" + id + "' exists already.");
        }
        CosmosDatabase database =
                database(id, ++lastNumber, settings.clock().instant().getEpochSecond(), provision);
        databases.put(id, database);
        saveOr(() -> databases.remove(id));
        return database;
    }

    public synchronized void deleteDatabase(String nameOrRid) {
        CosmosDatabase database = database(nameOrRid);
        databases.remove(database.id());
        saveOr(() -> databases.put(database.id(), database));
        database.containers().forEach(container -> catalogue.drop(container.identity()));
    }

    /**
     * Creates a container.
     *
     * @param provision its throughput. Without it the container shares that of its database, or has {@link Provision#DEFAULT}
     */
    public synchronized Container createContainer(
            String database, ContainerDefinition definition, @Nullable Provision provision) {
        CosmosDatabase owner = owningDatabase(database);
        if (owner.has(definition.id())) {
            throw ServiceException.conflict("The container '" + definition.id() + "' exists already.");
        }
        Container.Identity identity = new Container.Identity(
                owner.id(),
                owner.number(),
                ++lastNumber,
                settings.partitions().applyAsInt(definition.id()),
                settings.clock().instant().getEpochSecond());
        Container container = new Container(
                identity, definition, throughput(owner, identity, provision), settings, catalogue.logOf(identity));
        owner.add(container);
        saveOr(() -> {
            owner.remove(container);
            catalogue.drop(identity);
        });
        return container;
    }

    private Throughput throughput(CosmosDatabase owner, Container.Identity container, @Nullable Provision provision) {
        Throughput shared = owner.throughput();
        return provision == null && shared != null
                ? shared
                : settings.throughput(provision == null ? Provision.DEFAULT : provision, container.partitions());
    }

    private CosmosDatabase database(String id, int number, long createdAt, @Nullable Provision provision) {
        return new CosmosDatabase(id, number, createdAt, provision == null ? null : settings.throughput(provision, 0));
    }

    /** The container of this name. Creates it and its database if they are missing. */
    public synchronized Container createContainerIfAbsent(
            String database, ContainerDefinition definition, Provision provision) {
        CosmosDatabase owner = databases.get(database);
        if (owner == null) {
            owner = createDatabase(Json.MAPPER.createObjectNode().put("id", database), null);
        }
        return owner.has(definition.id())
                ? owner.container(definition.id())
                : createContainer(database, definition, provision);
    }

    public synchronized void deleteContainer(String database, String nameOrRid) {
        CosmosDatabase owner = owningDatabase(database);
        Container container = owner.container(nameOrRid);
        owner.remove(container);
        saveOr(() -> owner.add(container));
        catalogue.drop(container.identity());
    }

    /**
     * Replaces a container's definition.
     *
     * @param ifMatch the entity tag that the present one must have, {@code *} for any, or null
     */
    public synchronized void replaceContainer(Container container, ObjectNode body, @Nullable String ifMatch) {
        if (ifMatch != null && !ifMatch.equals("*") && !ifMatch.equals(container.etag())) {
            throw ServiceException.preconditionFailed();
        }
        ContainerDefinition before = container.definition();
        container.replace(before.replacedBy(body));
        saveOr(() -> container.replace(before));
    }

    /** Deletes documents that have expired. Called again and again; each call deletes a bounded number. */
    public void deleteExpired() {
        containers().forEach(container -> container.deleteExpired(MAX_EXPIRED_TOGETHER));
    }

    public synchronized void replaceThroughput(Throughput throughput, Provision provision) {
        int before = throughput.provisioned();
        boolean autoscale = throughput.isAutoscale();
        throughput.provision(provision.requestUnits(), provision.autoscale());
        saveOr(() -> throughput.provision(before, autoscale));
    }

    /** Stores the account's present state, or reverts the change when that is refused. */
    private void saveOr(Runnable takeBack) {
        try {
            catalogue.save(this);
        } catch (ServiceException e) {
            takeBack.run();
            throw e;
        }
    }

    /** The last number of a database or a container. No number is used twice, even after a deletion. */
    public synchronized int lastNumber() {
        return lastNumber;
    }

    public synchronized void restoreLastNumber(int number) {
        lastNumber = Math.max(lastNumber, number);
    }

    public synchronized CosmosDatabase restoreDatabase(
            String id, int number, long createdAt, @Nullable Provision provision) {
        CosmosDatabase database = database(id, number, createdAt, provision);
        lastNumber = Math.max(lastNumber, number);
        databases.put(id, database);
        return database;
    }

    /** Restores a stored container without its documents. */
    public synchronized Container restoreContainer(
            Container.Identity identity, ContainerDefinition definition, @Nullable Provision provision, ChangeLog log) {
        CosmosDatabase owner = database(identity.database());
        Container container =
                new Container(identity, definition, throughput(owner, identity, provision), settings, log);
        lastNumber = Math.max(lastNumber, identity.number());
        owner.add(container);
        return container;
    }
}
