package io.dronedelivery.lab.comparisons.peers;

import java.math.BigDecimal;
import java.util.List;
import org.springframework.boot.Banner;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.http.codec.autoconfigure.CodecsAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.HttpHandlerAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/**
 * What a team writes by hand: a WebFlux controller that calls the backends with WebClient, maps every part to objects and
 * writes the objects as JSON again. No time limits, no checks, no metrics: the cheapest form of that glue.
 */
@RestController
@ImportAutoConfiguration({
    JacksonAutoConfiguration.class,
    CodecsAutoConfiguration.class,
    HttpHandlerAutoConfiguration.class,
    NettyReactiveWebServerAutoConfiguration.class,
    WebFluxAutoConfiguration.class,
    ReactiveHttpClientAutoConfiguration.class,
    WebClientAutoConfiguration.class
})
public class GlueAggregator {

    private static final String SUMMARY = "/api/deliveries/summary?ownerId={owner}&year={year}&month={month}";
    private static final String UTILIZATION =
            "/api/dronedeliveries/utilization?ownerId={owner}&year={year}&month={month}";

    private final WebClient backend;

    GlueAggregator(WebClient.Builder builder, BackendPort port) {
        backend = builder.baseUrl("http://127.0.0.1:" + port.value()).build();
    }

    /** Listens on a free port of the loopback address until the process ends; the argument is the backend's port. */
    public static void main(String[] args) {
        BackendPort port = new BackendPort(Integer.parseInt(args[0]));
        new SpringApplicationBuilder(GlueAggregator.class)
                .bannerMode(Banner.Mode.OFF)
                .initializers(context -> context.getBeanFactory().registerSingleton("backendPort", port))
                .run(
                        "--spring.config.name=glue-aggregator",
                        "--server.address=127.0.0.1",
                        "--server.port=0",
                        // The line with the port must come, whatever the class path says of the log.
                        "--logging.level.org.springframework.boot.reactor.netty=info");
    }

    @GetMapping("/api/v1/owners/{owner}/invoices/{year}/{month}")
    Mono<MonthAggregate> aggregate(@PathVariable String owner, @PathVariable int year, @PathVariable int month) {
        return Mono.zip(
                        get(Invoice.class, "/api/invoices/{owner}/{year}/{month}", owner, year, month),
                        get(Deliveries.class, SUMMARY, owner, year, month),
                        get(MonthUtilization.class, UTILIZATION, owner, year, month))
                .map(parts -> new MonthAggregate(parts.getT1(), parts.getT2(), parts.getT3()));
    }

    private <T> Mono<T> get(Class<T> type, String path, Object... variables) {
        return backend.get().uri(path, variables).retrieve().bodyToMono(type);
    }

    record BackendPort(int value) {}

    record MonthAggregate(Invoice invoice, Deliveries deliveries, MonthUtilization droneUtilization) {}

    record Invoice(
            String invoiceId,
            String currency,
            int lineCount,
            BigDecimal total,
            String status,
            List<MonthLine> lines,
            String remark) {}

    record MonthLine(String deliveryId, BigDecimal amount, boolean expedited) {}

    record Deliveries(int count, int completed, List<Day> days, String remark) {}

    record Day(String day, int count, int completed) {}

    record MonthUtilization(
            int flights,
            BigDecimal travelledKm,
            BigDecimal assignedHours,
            BigDecimal payloadKg,
            BigDecimal capacityShare,
            List<DroneShare> drones,
            String remark) {}

    record DroneShare(String droneId, int flights, BigDecimal travelledKm) {}
}
