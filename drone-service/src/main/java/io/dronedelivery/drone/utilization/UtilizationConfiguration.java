package io.dronedelivery.drone.utilization;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import io.dronedelivery.cosmosaccess.CosmosContainers;
import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.drone.utilization.UtilizationProperties.SummarySettings;
import io.dronedelivery.servicekit.background.PeriodicWork;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(UtilizationProperties.class)
class UtilizationConfiguration {

    private static final String ASKED = "drone-utilization";

    @Bean
    @Primary
    MonthTotals monthTotals(
            UtilizationProperties properties, DocumentContainer flights, ObjectProvider<Summaries> summaries) {
        return switch (properties.source()) {
            case QUERY -> new QueriedTotals(flights, ASKED);
            case SUMMARY -> summaries.getObject();
        };
    }

    /** Needs the container of summaries. The id of a summary is its month, so each owner has a partition. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "drone.utilization.source", havingValue = "summary")
    static class Summarized {

        private static final String CONTAINER = "flight-summaries";

        @Bean
        Summaries summaries(DocumentContainer flights, CosmosContainers containers) {
            return new Summaries(
                    containers.ofOwners(CONTAINER),
                    new QueriedTotals(flights, ASKED),
                    new QueriedTotals(flights, "summary-renewal"));
        }

        @Bean
        SummaryUpkeep summaryUpkeep(
                CosmosAsyncClient client,
                @Value("${spring.cloud.azure.cosmos.database}") String database,
                CosmosContainers containers,
                Summaries summaries,
                UtilizationProperties properties,
                MeterRegistry meters) {
            SummarySettings settings = properties.summary();
            CosmosAsyncContainer flights = client.getDatabase(database).getContainer("flights");
            FlightFeed feed = new FlightFeed(flights, settings);
            return new SummaryUpkeep(
                    feed,
                    new FeedPosition(containers.ofOwners(CONTAINER), feed.container()),
                    summaries,
                    settings.concurrency(),
                    meters);
        }

        @Bean
        PeriodicWork summaryUpkeeps(SummaryUpkeep upkeep, UtilizationProperties properties) {
            return new PeriodicWork(
                    "The upkeep of the summaries", properties.summary().pollInterval(), upkeep.run());
        }
    }
}
