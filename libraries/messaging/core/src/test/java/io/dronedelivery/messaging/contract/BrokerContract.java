package io.dronedelivery.messaging.contract;

import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.RetryProperties;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** What every adapter promises. To be extended by one test class for each broker. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class BrokerContract
        implements OrderContract,
                DeliveryContract,
                RetryContract,
                FailureContract,
                BadInputContract,
                OutageContract,
                ShutdownContract,
                BurstContract {

    /** The group that most tests use. */
    public static final String WORKERS = "workers";

    /** All groups; each of them gets every event of each channel. */
    public static final List<String> GROUPS = List.of(WORKERS, "auditors");

    /** One for each test, in the order in which they run. */
    public static final List<String> CHANNELS =
            IntStream.rangeClosed(1, 40).mapToObj("contract-%02d"::formatted).toList();

    /** The longest that anything in the suite may take. */
    public static final Duration TIMEOUT = Duration.ofSeconds(45);

    /** Quick repetitions, and patience with what a handler needs. */
    static final RetryProperties QUICK =
            new RetryProperties(4, Duration.ofMillis(5), Duration.ofMillis(20), Duration.ofMinutes(1));

    private final List<BrokerHarness.Member> members = new ArrayList<>();
    private @Nullable BrokerHarness harness;
    private int channelsUsed;

    /** Starts a broker with {@link #CHANNELS} and {@link #GROUPS}. */
    protected abstract BrokerHarness startHarness() throws Exception;

    @BeforeAll
    final void startBroker() throws Exception {
        harness = startHarness();
    }

    @AfterAll
    final void closeHarness() {
        if (harness != null) {
            harness.close();
        }
    }

    @BeforeEach
    final void useAnotherChannel() {
        channelsUsed++;
    }

    @AfterEach
    final void endMembers() {
        members.forEach(BrokerHarness.Member::crash);
        members.clear();
    }

    @Override
    public final BrokerHarness broker() {
        return Objects.requireNonNull(harness, "the broker runs during tests only");
    }

    @Override
    public final String channel() {
        return CHANNELS.get(channelsUsed - 1);
    }

    @Override
    public final BrokerHarness.Member join(
            EventSubscription subscription, RetryProperties retry, ObservationRegistry observations) {
        BrokerHarness.Member member = broker().join(subscription, retry, observations);
        members.add(member);
        return member;
    }
}
