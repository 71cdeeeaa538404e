package io.dronedelivery.gateway.check;

import io.dronedelivery.gateway.GatewayApplication;
import io.dronedelivery.gateway.aggregation.Aggregations;
import io.dronedelivery.gateway.check.SettingPlaces.SettingPlace;
import io.dronedelivery.gateway.contract.ContractLocations;
import io.dronedelivery.gateway.contract.Contracts;
import io.dronedelivery.gateway.endpoint.RateLimitAddresses;
import io.dronedelivery.gateway.forward.Forwards;
import io.dronedelivery.gateway.openapi.ApiChanges;
import io.dronedelivery.gateway.openapi.GatewayDocument;
import io.dronedelivery.gateway.settings.InvalidSettingsException;
import io.dronedelivery.gateway.settings.SettingFaults;
import io.dronedelivery.gateway.settings.SettingFaults.SettingFault;
import io.dronedelivery.servicekit.environment.WrongSetting;
import io.dronedelivery.servicekit.security.Callers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.context.reactive.AnnotationConfigReactiveWebApplicationContext;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;

/** The settings of a gateway, read, bound and compiled as a start does it, without a server and without a connection. */
final class CheckedSettings implements AutoCloseable {

    private final Set<FoundFault> faults = new LinkedHashSet<>();
    private final AnnotationConfigReactiveWebApplicationContext context =
            new AnnotationConfigReactiveWebApplicationContext();

    private CheckedSettings() {}

    /**
     * A fault with its place.
     *
     * @param property its name, null when the fault is not that of one property
     * @param place where it is, null when that is not known
     */
    record FoundFault(
            @Nullable SettingPlace place,
            @Nullable String property,
            @Nullable String value,
            String reason) {}

    /**
     * @param arguments as those of a start, such as {@code --gateway.sample=false}
     * @param contracts where the contracts are
     */
    static CheckedSettings read(List<String> arguments, ContractLocations contracts) {
        CheckedSettings checked = new CheckedSettings();
        try {
            checked.context.getBeanFactory().registerSingleton("contractLocations", contracts);
            checked.run(arguments);
        } catch (RuntimeException e) {
            checked.faults.add(StartFailures.fault(e, checked.context));
        }
        return checked;
    }

    private void run(List<String> arguments) {
        List<String> all = new ArrayList<>(arguments);
        // The report is the only output; a log would be between its lines.
        all.addAll(List.of("--logging.threshold.console=off", "--logging.threshold.file=off"));
        SpringApplication application = GatewayApplication.builder(CheckConfiguration.class)
                .web(WebApplicationType.REACTIVE)
                .contextFactory(type -> context)
                .bannerMode(Banner.Mode.OFF)
                .lazyInitialization(true)
                .application();
        application.setSources(CheckConfiguration.COMPILING);
        application.run(all.toArray(String[]::new));
        compile();
    }

    private void compile() {
        SettingFaults noted = context.getBean(SettingFaults.class);
        List<RuntimeException> failures = new ArrayList<>();
        for (Runnable step : List.<Runnable>of(
                () -> context.getBeansWithAnnotation(ConfigurationProperties.class),
                () -> context.getBean(Forwards.class),
                () -> context.getBean(RateLimitAddresses.class).check(),
                this::customizeServer)) {
            try {
                step.run();
            } catch (RuntimeException e) {
                failures.add(e);
            }
        }
        noted.all().forEach(this::add);
        for (RuntimeException failure : failures) {
            InvalidSettingsException invalid = StartFailures.find(InvalidSettingsException.class, failure);
            if (invalid != null) {
                invalid.faults().forEach(this::add);
            } else if (noted.all().isEmpty()) {
                // Otherwise it is probably a consequence of another fault.
                faults.add(StartFailures.fault(failure, context));
            }
        }
    }

    private void add(SettingFault fault) {
        faults.add(new FoundFault(
                new SettingPlaces(context.getEnvironment()).find(fault.property()),
                fault.property(),
                WrongSetting.isSecret(fault.property()) ? null : fault.value(),
                fault.reason()));
    }

    /** What a start does to its server before the server listens: it refuses an address that strangers could call without a token. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private void customizeServer() {
        NettyReactiveWebServerFactory server = new NettyReactiveWebServerFactory();
        ServerProperties settings = context.getBean(ServerProperties.class);
        server.setAddress(settings.getAddress());
        server.setHttp2(settings.getHttp2());
        context.getBeanProvider(WebServerFactoryCustomizer.class)
                .orderedStream()
                .forEach(customizer -> customizer.customize(server));
    }

    /** In the order of their places; those without a place come last. */
    List<FoundFault> faults() {
        return faults.stream()
                .sorted(Comparator.comparing(
                        FoundFault::place,
                        Comparator.nullsLast(Comparator.comparing(SettingPlace::file)
                                .thenComparingInt(SettingPlace::line)
                                .thenComparingInt(SettingPlace::column))))
                .toList();
    }

    /** The compiled aggregations; to be asked for when there is no fault. */
    Aggregations aggregations() {
        return context.getBean(Aggregations.class);
    }

    /** The backends whose parts have no types, in the order of the aggregations; to be asked for when there is no fault. */
    List<String> backendsWithoutContract() {
        Contracts contracts = context.getBean(Contracts.class);
        return aggregations().all().stream()
                .flatMap(aggregation -> aggregation.parts().stream())
                .map(part -> part.backend().name())
                .filter(backend -> !contracts.has(backend))
                .distinct()
                .toList();
    }

    /**
     * The changes since an earlier OpenAPI document of the gateway that break callers; to be asked for when there is no fault.
     *
     * @param before the earlier document
     */
    List<String> changesSince(Map<?, ?> before) {
        return ApiChanges.between(
                before,
                GatewayDocument.of(
                        aggregations(), forwards(), context.getBean(Contracts.class), context.getBean(Callers.class)));
    }

    Forwards forwards() {
        return context.getBean(Forwards.class);
    }

    @Override
    public void close() {
        context.close();
    }
}
