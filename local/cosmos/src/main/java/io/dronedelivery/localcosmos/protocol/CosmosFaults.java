package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.store.Account;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localkit.FaultEffect;
import io.dronedelivery.localkit.FaultList;
import io.dronedelivery.localkit.FaultOrder;
import io.dronedelivery.localkit.InjectedFault;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Faults on demand, by region, container and physical partition. An error answers a call before it is executed, as in Azure, so a refused
 * write has changed nothing. Slowness delays the answer to a call that was executed.
 */
public final class CosmosFaults implements FaultEffect {
    private static final String TOO_MANY_REQUESTS = "429";
    private static final String RETRY_WITH = "449";
    private static final String GONE = "410";
    private static final String UNAVAILABLE = "503";
    private static final String SLOW = "slow";

    private static final String REGION = "region";
    private static final String CONTAINER = "container";
    private static final String PARTITION = "partition";
    private static final String RETRY_AFTER = "retry-after";
    private static final String SUB_STATUS = "substatus";
    private static final String DELAY = "delay";

    /** What a 410 may mean: the partition key range is gone, is split, or migrates. */
    private static final Set<String> SUB_STATUSES = Set.of("1002", "1007", "1008");

    private static final int DEFAULT_SUB_STATUS = 1002;
    private static final Duration DEFAULT_RETRY_AFTER = Duration.ofMillis(100);
    private static final Duration DEFAULT_DELAY = Duration.ofSeconds(1);
    private static final Map<String, Set<String>> KINDS = kinds();

    private final Account account;
    private final List<String> regions;
    private final FaultList list;
    /** Only while nobody else can begin one. */
    private boolean starting;

    public CosmosFaults(Account account, List<Region> regions, InstantSource clock) {
        this.account = account;
        this.regions = regions.stream().map(Region::name).toList();
        this.list = new FaultList(KINDS, clock, this);
    }

    private static Map<String, Set<String>> kinds() {
        Map<String, Set<String>> kinds = new LinkedHashMap<>();
        kinds.put(TOO_MANY_REQUESTS, Set.of(REGION, CONTAINER, PARTITION, FaultOrder.TIMES, RETRY_AFTER));
        kinds.put(RETRY_WITH, Set.of(REGION, CONTAINER, PARTITION, FaultOrder.TIMES));
        kinds.put(GONE, Set.of(REGION, CONTAINER, PARTITION, FaultOrder.TIMES, SUB_STATUS));
        kinds.put(UNAVAILABLE, Set.of(REGION, CONTAINER, PARTITION, FaultOrder.TIMES));
        kinds.put(SLOW, Set.of(REGION, CONTAINER, PARTITION, FaultOrder.TIMES, DELAY));
        return kinds;
    }

    public static Set<String> kindNames() {
        return KINDS.keySet();
    }

    public FaultList list() {
        return list;
    }

    /**
     * Begins faults before the first client can create a container: names of containers and partitions are not checked.
     *
     * @throws IllegalArgumentException naming the wrong word
     */
    public void beginAtStart(List<String> orders) {
        starting = true;
        orders.forEach(list::begin);
        starting = false;
    }

    @Override
    public void check(FaultOrder order) {
        order.time(RETRY_AFTER, DEFAULT_RETRY_AFTER);
        order.time(DELAY, DEFAULT_DELAY);
        check(order, SUB_STATUS, SUB_STATUSES);
        check(order, REGION, regions);
        if (starting) {
            return;
        }
        List<Container> containers = account.containers();
        check(order, CONTAINER, containers.stream().map(CosmosFaults::name).toList());
        String container = order.setting(CONTAINER);
        check(
                order,
                PARTITION,
                containers.stream()
                        .filter(each -> container == null || name(each).equals(container))
                        .flatMap(each -> each.partitions().stream())
                        .map(PhysicalPartition::id)
                        .distinct()
                        .toList());
    }

    private static void check(FaultOrder order, String name, Collection<String> known) {
        String value = order.setting(name);
        if (value != null) {
            FaultOrder.known(name, value, known);
        }
    }

    private static String name(Container container) {
        return container.database() + "/" + container.id();
    }

    /** The answer to any call while its region is unavailable, or null. Faults of a container meet only its data calls. */
    @Nullable
    CallReply refusal(Call call) {
        return list.isEmpty()
                ? null
                : answer(list.meeting(order -> order.kind().equals(UNAVAILABLE)
                        && isOf(call, order)
                        && order.setting(CONTAINER) == null
                        && order.setting(PARTITION) == null));
    }

    /** The answer to a data call that a fault meets, or null. */
    @Nullable
    CallReply refusal(Call call, Container container, PhysicalPartition partition) {
        return list.isEmpty()
                ? null
                : answer(list.meeting(order -> !order.kind().equals(SLOW) && isMet(call, container, partition, order)));
    }

    /** The additional time of the answer to a data call. */
    Duration delay(Call call, Container container, PhysicalPartition partition) {
        InjectedFault met = list.isEmpty()
                ? null
                : list.meeting(order -> order.kind().equals(SLOW) && isMet(call, container, partition, order));
        return met == null ? Duration.ZERO : met.order().time(DELAY, DEFAULT_DELAY);
    }

    private static boolean isOf(Call call, FaultOrder order) {
        String region = order.setting(REGION);
        return region == null || region.equals(call.region());
    }

    private static boolean isMet(Call call, Container container, PhysicalPartition partition, FaultOrder order) {
        String inContainer = order.setting(CONTAINER);
        String inPartition = order.setting(PARTITION);
        return isOf(call, order)
                && (inContainer == null || inContainer.equals(name(container)))
                && (inPartition == null || inPartition.equals(partition.id()));
    }

    private static @Nullable CallReply answer(@Nullable InjectedFault fault) {
        if (fault == null) {
            return null;
        }
        FaultOrder order = fault.order();
        return switch (order.kind()) {
            case TOO_MANY_REQUESTS -> CallReply.throttled(order.time(RETRY_AFTER, DEFAULT_RETRY_AFTER));
            case RETRY_WITH ->
                CallReply.error(
                        449,
                        0,
                        RETRY_WITH,
                        "Conflicting request to resource has been attempted. Retry to avoid conflicts.");
            case GONE -> {
                String subStatus = order.setting(SUB_STATUS);
                yield CallReply.error(
                        410,
                        subStatus == null ? DEFAULT_SUB_STATUS : Integer.parseInt(subStatus),
                        "Gone",
                        "The requested resource is no longer available at the server.");
            }
            default ->
                CallReply.error(
                        503,
                        0,
                        "ServiceUnavailable",
                        "The service is currently unavailable. Please retry the request.");
        };
    }
}
