package io.dronedelivery.cosmosaccess;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.models.PartitionKey;
import io.dronedelivery.localcosmos.CosmosCall;
import io.dronedelivery.localcosmos.LocalCosmos;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.Flux;

/** A service that has nothing but a container {@code things}, started against a {@link LocalCosmos}. */
final class Service implements AutoCloseable {

    static final DocumentQuery MONTH =
            DocumentQuery.of("month", "SELECT c.id FROM c WHERE c.ownerId = @ownerId AND c.month = @month");

    private final ConfigurableApplicationContext context;

    private Service(ConfigurableApplicationContext context) {
        this.context = context;
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    static Service start(LocalCosmos cosmos, String... settings) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("spring.cloud.azure.cosmos.endpoint", cosmos.endpoint());
        all.put("spring.cloud.azure.cosmos.key", cosmos.key());
        all.put("spring.cloud.azure.cosmos.database", "test");
        all.put("cosmos.containers.things.create-if-missing", "true");
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            all.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return start(all.entrySet().stream().map(setting -> "--" + setting).toArray(String[]::new));
    }

    static Service start(String... arguments) {
        return new Service(new SpringApplicationBuilder(Application.class)
                .main(Application.class)
                .web(WebApplicationType.NONE)
                .properties("spring.config.import=classpath:service-kit.yml", "spring.application.name=kit")
                .run(arguments));
    }

    DocumentContainer things() {
        return context.getBean(CosmosContainers.class).get("things");
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** Stores one document for each number below {@code count}. */
    void store(String ownerId, int month, int count) {
        boolean byId = context.getEnvironment()
                .getProperty("cosmos.containers.things.partition-key", "/ownerId")
                .equals("/id");
        var container = bean(CosmosAsyncClient.class).getDatabase("test").getContainer("things");
        Flux.range(0, count)
                .map(i -> thing(ownerId + "-" + month + "-" + i, ownerId, month))
                .flatMap(thing -> container.createItem(
                        thing,
                        new PartitionKey(thing.get(byId ? "id" : "ownerId").toString()),
                        null))
                .blockLast();
    }

    /** All that was recorded under this meter for the operation. */
    DistributionSummary summary(String meter, String operation, String... tags) {
        return bean(MeterRegistry.class)
                .get(meter)
                .tags("container", "things", "operation", operation)
                .tags(tags)
                .summary();
    }

    /** Request units of the operation's calls for data; a plan's call may time out and be repeated on a busy machine. */
    double dataCharge(String operation) {
        return bean(MeterRegistry.class)
                .find("cosmos.calls.request.charge")
                .tags("container", "things", "operation", operation, "kind", "data")
                .counters()
                .stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    /** The calls for documents, in contrast to what is read of the container itself at the start and every now and then. */
    static List<CosmosCall> documentCalls(LocalCosmos cosmos) {
        return cosmos.calls().stream()
                .filter(call -> call.isData() || call.operation().equals("query-plan"))
                .toList();
    }

    private static Map<String, Object> thing(String id, String ownerId, int month) {
        return Map.of("id", id, "ownerId", ownerId, "month", month);
    }

    @Override
    public void close() {
        context.close();
    }
}
