package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.store.Account;
import io.dronedelivery.localcosmos.store.CosmosDatabase;
import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.Provision;
import java.util.List;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Creates, reads, lists, queries and deletes databases. */
record DatabaseHandler(Account account, RequestCharges charges) implements Handler {
    @Override
    public Mono<CallReply> handle(Call call) {
        boolean feed = call.path().isFeed();
        if (feed && (call.method().equals("GET") || call.isQuery())) {
            call.operation("list-databases");
            List<ObjectNode> all =
                    account.databases().stream().map(CosmosDatabase::toJson).toList();
            return Mono.just(Definitions.feed("", "Databases", Definitions.selected(call, all), charges));
        }
        if (feed && call.method().equals("POST")) {
            return create(call);
        }
        if (!feed && call.method().equals("GET")) {
            call.operation("read-database");
            return Mono.just(
                    Definitions.read(200, account.database(call.path().id(0)).toJson(), charges));
        }
        if (!feed && call.method().equals("DELETE")) {
            call.operation("delete-database");
            return Definitions.change(() -> {
                account.deleteDatabase(call.path().id(0));
                return CallReply.empty(204).charge(charges.metadata());
            });
        }
        throw CallRouter.unsupported(call);
    }

    private Mono<CallReply> create(Call call) {
        call.operation("create-database");
        Provision provision = OfferHandler.asked(call);
        return Definitions.change(() -> Definitions.read(
                201,
                account.createDatabase(Json.readObject(call.body()), provision).toJson(),
                charges));
    }
}
