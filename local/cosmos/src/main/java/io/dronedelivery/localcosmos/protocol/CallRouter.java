package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.store.Account;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.ServiceException;
import java.util.Map;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Finds the handler of a call by its path, its verb and the headers that distinguish POST requests. */
final class CallRouter implements Handler {
    private final Account account;
    private final AccountHandler accounts;
    private final DatabaseHandler databases;
    private final ContainerHandler containers;
    private final OfferHandler offers;
    private final DocumentHandler documents;
    private final BatchHandler batches;
    private final QueryHandler queries;
    private final FeedHandler feeds;

    /**
     * @param scans runs work that is too long for an event loop
     * @param endpoints the endpoint of each region in the account's document, by scheme
     */
    CallRouter(
            Account account,
            RequestCharges charges,
            CosmosFaults faults,
            Scheduler scans,
            Function<String, Map<String, String>> endpoints) {
        this.account = account;
        PartitionGate gate = new PartitionGate(charges, faults);
        this.accounts = new AccountHandler(charges, endpoints);
        this.databases = new DatabaseHandler(account, charges);
        this.containers = new ContainerHandler(account, charges);
        this.offers = new OfferHandler(account, charges);
        this.documents = new DocumentHandler(gate);
        this.batches = new BatchHandler(gate);
        this.queries = new QueryHandler(gate, charges, scans);
        this.feeds = new FeedHandler(gate, charges, scans);
    }

    @Override
    public Mono<CallReply> handle(Call call) {
        ResourcePath path = call.path();
        return switch (path.shape()) {
            case "" -> accounts.handle(call);
            case "dbs" -> databases.handle(call);
            case "dbs/colls" -> containers.handle(call);
            case "offers" -> offers.handle(call);
            case "dbs/colls/pkranges" -> {
                containerOf(call);
                yield containers.partitionRanges(call);
            }
            case "dbs/colls/docs" -> {
                containerOf(call);
                yield path.isFeed() ? documentFeed(call) : documents.handle(call);
            }
            default ->
                throw ServiceException.badRequest("The path '/" + String.join("/", path.segments()) + "' is unknown.");
        };
    }

    private Mono<CallReply> documentFeed(Call call) {
        if (call.method().equals("GET")) {
            return feeds.handle(call);
        }
        if (!call.method().equals("POST")) {
            throw unsupported(call);
        }
        if (call.isTrue(Headers.IS_QUERY_PLAN)) {
            return queries.plan(call);
        }
        if (call.isQuery()) {
            return queries.handle(call);
        }
        return call.isTrue(Headers.IS_BATCH) ? batches.handle(call) : documents.handle(call);
    }

    private void containerOf(Call call) {
        Container container = account.owningDatabase(call.path().id(0))
                .owningContainer(call.path().id(1));
        call.container(container);
        String intended = call.header(Headers.INTENDED_COLLECTION_RID);
        if (intended != null && !intended.equals(container.rid())) {
            throw ServiceException.collectionRecreated();
        }
    }

    static ServiceException unsupported(Call call) {
        return ServiceException.methodNotAllowed(
                call.method() + " on '/" + String.join("/", call.path().segments()) + "' is not supported.");
    }
}
