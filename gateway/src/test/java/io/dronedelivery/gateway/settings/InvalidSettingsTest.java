package io.dronedelivery.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.dronedelivery.gateway.GatewayApplication;
import io.dronedelivery.gateway.forward.Forwards;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.client.ReactorResourceFactory;

@ExtendWith(OutputCaptureExtension.class)
class InvalidSettingsTest {

    private static final String T = "gateway.aggregations.t.";
    private static final String F = "gateway.forwards.f.";

    private static final Set<String> COMPILING = Stream.of(
                    "settings.Settings",
                    "backend.Backend",
                    "contract.Contract",
                    "endpoint.Endpoint",
                    "aggregation.Aggregation",
                    "forward.Forward")
            .map(part -> "io.dronedelivery.gateway." + part + "Configuration")
            .collect(Collectors.toSet());

    @ParameterizedTest
    @CsvFileSource(resources = "invalid-settings.csv", delimiter = '|')
    void a_setting_that_makes_no_sense_is_named(
            String setting, String reason, @Nullable String property, CapturedOutput output) {
        List<String> settings = new ArrayList<>(List.of(
                T + "path=/t/{a}",
                T + "access=public",
                F + "access=authenticated",
                T + "parts.it.backend=drone",
                T + "parts.it.path=/x/{a}",
                T + "variables.a.type=string",
                F + "method=POST",
                F + "path=/f/{a}",
                F + "backend=drone",
                F + "target=/x/{a}",
                F + "location.from=/x",
                F + "location.to=/f",
                F + "location-hosts=elsewhere.example"));
        if (setting.startsWith(T + "parts.unavailable") || setting.startsWith(T + "parts.total")) {
            settings.add(setting.substring(0, setting.indexOf(".backend")) + ".path=/x");
        }
        settings.removeIf(other -> name(other).equals(name(setting)));
        settings.add(setting);

        compile(settings);

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("The gateway cannot start with these settings:")
                .contains(property == null ? name(setting) : property)
                .contains(reason)
                .doesNotContain("\tat io.dronedelivery");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gateway.backends.delivery.pool.max-connections=-1|pool.max-connections",
                "gateway.backends.delivery.bulkhead.max-concurrent-calls=0|bulkhead.max-concurrent-calls",
                "gateway.backends.delivery.circuit-breaker.failure-rate-threshold=101|circuit-breaker.failure-rate-threshold",
                "gateway.backends.delivery.resend.share=101|resend.share",
                "gateway.backends.delivery.resend.burst=-1|resend.burst",
                "gateway.backends.delivery.base-url=|base-url",
                "gateway.json.max-depth=0|json.max-depth",
                "gateway.rate-limit.requests=0|rate-limit.requests",
                "gateway.rate-limit.per=1s|rate-limit.requests",
                "gateway.aggregations.owner-invoice.rate-limit.per=2d|rate-limit.per",
                "gateway.limits.slow-from=-1ms|limits.slow-from",
                "gateway.warm-up=-1s|warm-up",
                "gateway.warm-up=2m|warm-up",
                "gateway.door.live-page=javascript:alert(1)|door.live-page",
                "gateway.limits.slow-from=999999d|limits.slow-from",
                "gateway.telemetry.user-header=X User|telemetry.user-header",
                "gateway.aggregations.t.parts.it.required=perhaps|gateway.aggregations.t.parts.it.required",
                "gateway.forwards.request-delivery.method=BREW|gateway.forwards.request-delivery.method",
                "gateway.forwards.drone-positions.stream.max=0|stream.max",
                "gateway.forwards.drone-positions.answer=slowly|gateway.forwards.drone-positions.answer",
                "gateway.defaults.coalesce-max-callers=1|defaults.coalesce-max-callers",
                "gateway.aggregations.t.parts.it.requried=false|gateway.aggregations.t.parts.it.requried",
                "gateway.backends.drone.timeout=1s|gateway.backends.drone.timeout",
                "gateway.defualts.deadline=1s|gateway.defualts.deadline",
                "gateway.forwards.f.path=/f|method",
            })
    void a_value_out_of_its_range_is_named(String setting, String property, CapturedOutput output) {
        compile(List.of(setting, T + "path=/t", T + "parts.it.backend=drone", T + "parts.it.path=/x"));

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains(property)
                .doesNotContain("Bindable@", "Binding to target");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gateway.backends.delivery.pool.max-connections=-1|pool.max-connections",
                "gateway.backends.delivery.base-url=ftp://x|must be an http or https URL",
            })
    void the_whole_gateway_does_not_start_either(String setting, String message, CapturedOutput output) {
        start(List.of(setting));

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains(message)
                .doesNotContain("\tat io.dronedelivery");
    }

    @ParameterizedTest
    @ValueSource(strings = {T, F})
    void an_endpoint_that_does_not_say_who_may_call_it_is_named(String endpoint, CapturedOutput output) {
        List<String> settings = new ArrayList<>(List.of(
                T + "access=public",
                T + "path=/t",
                T + "parts.it.backend=drone",
                T + "parts.it.path=/x",
                F + "access=public",
                F + "method=POST",
                F + "path=/f",
                F + "backend=drone",
                F + "target=/x"));
        settings.remove(endpoint + "access=public");

        start(settings);

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains(endpoint + "access")
                .contains("is missing; say who may call it: public, authenticated or scope:NAME");
    }

    @Test
    void a_hedge_for_a_call_that_may_not_be_repeated_is_refused(CapturedOutput output) {
        compile(List.of(
                T + "access=public",
                T + "path=/t",
                T + "parts.it.backend=drone",
                T + "parts.it.path=/x",
                T + "parts.it.hedge.after=p95",
                T + "parts.it.retry=off",
                "gateway.backends.invoice.resend.burst=3",
                F + "access=public",
                F + "method=GET",
                F + "path=/f",
                F + "backend=invoice",
                F + "target=/x",
                F + "hedge.after=40ms"));

        assertThat(output)
                .contains(T + "parts.it.hedge")
                .contains("sends a call twice, and retry is off")
                .contains(F + "hedge")
                .contains(
                        "can never be sent: gateway.backends.invoice.resend needs a share of at least 1 and a burst of"
                                + " at least 4");
    }

    /** A token whose scopes are an empty text has an empty scope. */
    @ParameterizedTest
    @CsvSource({
        "or-scope=, must be the name of a scope",
        "or-scope=all owners, must be the name of a scope",
        "claim=, must be the name of a claim"
    })
    void who_acts_for_an_owner_is_said_by_name(String setting, String reason, CapturedOutput output) {
        compile(List.of(
                T + "access=authenticated",
                T + "path=/t/{a}",
                T + "parts.it.backend=drone",
                T + "parts.it.path=/x/{a}",
                T + "owner.variable=a",
                T + "owner." + setting));

        assertThat(output)
                .contains("The gateway cannot start with these settings:")
                .contains(T + "owner." + name(setting))
                .contains(reason);
    }

    @Test
    void all_faults_are_told_at_once(CapturedOutput output) {
        start(List.of(
                "gateway.backends.delivery.base-url=ftp://x",
                F + "access=public",
                F + "method=POST",
                F + "path=/f",
                F + "backend=nowhere",
                F + "target=/x",
                T + "path=/t",
                T + "parts.one.backend=nowhere",
                T + "parts.one.path=x",
                T + "parts.two.backend=drone",
                T + "parts.two.path=/{z}"));

        assertThat(output)
                .contains("gateway.backends.delivery.base-url")
                .contains(F + "backend")
                .contains(T + "parts.one.backend")
                .contains(T + "parts.one.path")
                .contains(T + "parts.two.path");
    }

    private static String name(String setting) {
        return setting.substring(0, setting.indexOf('='));
    }

    /** Starts the gateway as a user does. */
    private static void start(List<String> settings) {
        fails(GatewayApplication.builder(), settings);
    }

    /** Starts what reads, checks and compiles the settings, from the same files and without the rest of a gateway. */
    private static void compile(List<String> settings) {
        SpringApplicationBuilder application = new SpringApplicationBuilder(Surroundings.class)
                .web(WebApplicationType.NONE)
                .lazyInitialization(true)
                .properties("spring.config.name=gateway,application");
        application.application().setSources(COMPILING);
        fails(application, settings);
    }

    private static void fails(SpringApplicationBuilder application, List<String> settings) {
        List<String> arguments = new ArrayList<>(
                List.of("--server.port=0", "--management.server.port=", "--spring.main.banner-mode=off"));
        settings.forEach(setting -> arguments.add("--" + setting));
        assertThat(catchThrowable(
                        () -> application.run(arguments.toArray(String[]::new)).close()))
                .isNotNull();
    }

    static class Surroundings {

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }

        @Bean
        ReactorResourceFactory resources() {
            return new ReactorResourceFactory();
        }

        @Bean
        @Lazy(false)
        ApplicationRunner compiled(Forwards forwards) {
            return arguments -> assertThat(forwards.all()).isNotEmpty();
        }
    }
}
