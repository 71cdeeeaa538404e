package io.dronedelivery.cosmosaccess;

import com.azure.cosmos.CosmosDiagnostics;
import com.azure.cosmos.CosmosDiagnosticsContext;
import com.azure.cosmos.implementation.ClientSideRequestStatistics;
import com.azure.cosmos.implementation.ClientSideRequestStatistics.GatewayStatistics;
import com.azure.cosmos.implementation.ClientSideRequestStatistics.StoreResponseStatistics;
import com.azure.cosmos.implementation.ImplementationBridgeHelpers.CosmosDiagnosticsContextHelper;
import com.azure.cosmos.implementation.OperationType;
import com.azure.cosmos.implementation.RequestTimeline;
import com.azure.cosmos.implementation.directconnectivity.StoreResponseDiagnostics;
import com.azure.cosmos.implementation.directconnectivity.StoreResultDiagnostics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call that the SDK made for an operation, from the SDK's diagnostics.
 *
 * <p>The public diagnostics contain only the charge of the last attempt (azure-sdk-for-java, issue 32694) and no status of each call. So
 * this class reads the SDK's internal lists, and no other class does. Its test counts the same calls on the server's side, and the platform
 * pins the SDK's version.
 *
 * @param plan whether it asked for a query plan instead of data
 * @param partition the physical partition's key range id, or {@code none}
 * @param status the HTTP status, 0 when there was no answer
 * @param subStatus Cosmos DB's own, 0 when there is none
 * @param requestCharge request units, also of a refused call
 * @param start when it requested a connection; null when that is unknown
 * @param duration from the request for a connection to the last byte
 */
record SdkCall(
        boolean plan,
        String partition,
        int status,
        int subStatus,
        double requestCharge,
        @Nullable Instant start,
        Duration duration) {

    /** The groups of calls that belong to an operation so far; the same group may appear with several pages. */
    static Collection<ClientSideRequestStatistics> groupsIn(@Nullable CosmosDiagnostics diagnostics) {
        CosmosDiagnosticsContext context = diagnostics == null ? null : diagnostics.getDiagnosticsContext();
        return context == null
                ? List.of()
                : CosmosDiagnosticsContextHelper.getCosmosDiagnosticsContextAccessor()
                        .getDistinctCombinedClientSideRequestStatistics(context);
    }

    /** The calls of one group so far, in no particular order. */
    static List<SdkCall> in(ClientSideRequestStatistics group) {
        List<SdkCall> calls = new ArrayList<>();
        for (GatewayStatistics call : gatewayCallsOf(group)) {
            calls.add(new SdkCall(
                    call.getOperationType() == OperationType.QueryPlan,
                    orNone(call.getPartitionKeyRangeId()),
                    call.getStatusCode(),
                    call.getSubStatusCode(),
                    call.getRequestCharge(),
                    start(call.getRequestTimeline()),
                    duration(call.getRequestTimeline())));
        }
        for (StoreResponseStatistics call : group.getResponseStatisticsList()) {
            StoreResultDiagnostics result = call.getStoreResult();
            StoreResponseDiagnostics response = result == null ? null : result.getStoreResponseDiagnostics();
            if (response != null) {
                calls.add(new SdkCall(
                        false,
                        orNone(response.getPartitionKeyRangeId()),
                        response.getStatusCode(),
                        response.getSubStatusCode(),
                        response.getRequestCharge(),
                        start(response.getRequestTimeline()),
                        duration(response.getRequestTimeline())));
            }
        }
        return calls;
    }

    /** A copy, since the SDK adds further calls under this lock: those of other partitions, or of an abandoned attempt. */
    private static List<GatewayStatistics> gatewayCallsOf(ClientSideRequestStatistics group) {
        synchronized (group) {
            return List.copyOf(group.getGatewayStatisticsList());
        }
    }

    boolean throttled() {
        return status == 429;
    }

    /** Whether it neither succeeded nor got one of the negative answers: not found, already exists, changed. */
    boolean failed() {
        return switch (status) {
            case 404, 409, 412 -> subStatus != 0;
            default -> status < 200 || status >= 400;
        };
    }

    private static String orNone(@Nullable String partition) {
        return Objects.requireNonNullElse(partition, "none");
    }

    private static @Nullable Instant start(@Nullable RequestTimeline timeline) {
        Instant first = null;
        if (timeline != null) {
            for (RequestTimeline.Event event : timeline) {
                Instant start = event.getStartTime();
                first = start != null && (first == null || start.isBefore(first)) ? start : first;
            }
        }
        return first;
    }

    private static Duration duration(@Nullable RequestTimeline timeline) {
        Duration sum = Duration.ZERO;
        if (timeline != null) {
            for (RequestTimeline.Event event : timeline) {
                Duration duration = event.getDuration();
                sum = duration == null ? sum : sum.plus(duration);
            }
        }
        return sum;
    }
}
