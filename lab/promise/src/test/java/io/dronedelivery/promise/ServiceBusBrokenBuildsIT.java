package io.dronedelivery.promise;

import io.dronedelivery.localstack.option.StackBroker;
import io.dronedelivery.promise.cluster.ClusterPlan;
import io.dronedelivery.promise.cluster.TestCluster;
import io.dronedelivery.promise.fault.KilledInTheMiddle;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("whole")
class ServiceBusBrokenBuildsIT {

    @Test
    void messages_that_are_completed_early_are_lost_with_a_dead_process() throws Exception {
        ClusterPlan plan = ClusterPlan.small(StackBroker.SERVICEBUS, Path.of("target", "broken-builds-servicebus"))
                .with("invoice-service-1", BrokenBuilds.COMPLETED_EARLY);
        try (TestCluster cluster = TestCluster.start(plan)) {
            new BrokenCluster(cluster, "completed")
                    .isFoundOut(new KilledInTheMiddle(Duration.ofSeconds(1)), "without a line: ");
        }
    }
}
