package io.dronedelivery.cosmosaccess;

import com.azure.cosmos.CosmosDiagnostics;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.implementation.ClientSideRequestStatistics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects the calls of one running operation from its pages and errors, each call once. */
final class OperationCost {

    private final Set<ClientSideRequestStatistics> groups = Collections.newSetFromMap(new IdentityHashMap<>());

    synchronized void add(@Nullable CosmosDiagnostics diagnostics) {
        groups.addAll(SdkCall.groupsIn(diagnostics));
    }

    void add(Throwable failure) {
        if (failure instanceof CosmosException cosmos) {
            add(cosmos.getDiagnostics());
        }
    }

    synchronized List<SdkCall> calls() {
        List<SdkCall> calls = new ArrayList<>();
        for (ClientSideRequestStatistics group : groups) {
            calls.addAll(SdkCall.in(group));
        }
        return calls;
    }

    boolean throttled() {
        return calls().stream().anyMatch(SdkCall::throttled);
    }
}
