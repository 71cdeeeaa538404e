package io.dronedelivery.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.dronedelivery.gateway.GatewayApplication;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class InvalidSettingsTest {

    private static final String T = "gateway.aggregations.t.";
    private static final String F = "gateway.forwards.f.";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gateway.backends.delivery.base-url=ftp://x|gateway.backends.delivery.base-url = ftp://x|must be an http or https URL",
                "gateway.backends.delivery.base-url=localhost:8101|gateway.backends.delivery.base-url = localhost:8101|must be an http or https URL",
                "gateway.backends.delivery.base-url=http://h/?q=1|gateway.backends.delivery.base-url|must have no query",
                "gateway.backends.delivery.base-url=http://h:99999|gateway.backends.delivery.base-url|must have a port from 1 to 65535",
                "gateway.backends.delivery.max-response-size=0B|gateway.backends.delivery.max-response-size|must be from 1B to 1GB",
                "gateway.backends.delivery.connect-timeout=0s|gateway.backends.delivery.connect-timeout|must be from 1ms to 1h",
                "gateway.backends.delivery.pool.max-idle-time=-1s|gateway.backends.delivery.pool.max-idle-time|must be from 1ms to 1h",
                "gateway.defaults.deadline=0s|gateway.defaults.deadline|must be from 1ms to 1h",
                T + "path=no-slash|" + T + "path = no-slash|must begin with '/'",
                T + "path=/t/{a}/{a}|" + T + "path|names the variable 'a' twice",
                T + "path=/api/v1/deliveries/{a}|gateway.aggregations.delivery.path|cannot be told apart from " + T
                        + "path",
                T + "deadline=2h|" + T + "deadline|must be from 1ms to 1h",
                T + "include-in-body=nobody|" + T + "include-in-body|names the unknown variable 'nobody'",
                T + "variables.a.min=1|" + T + "variables.a.min|is for integers only",
                T + "variables.a.pattern=[|" + T + "variables.a.pattern|is not a regular expression",
                T + "variables.a.required=false|" + T + "variables.a.required|must be true for a variable of the path",
                T + "parts.it.backend=nowhere|" + T + "parts.it.backend = nowhere|is not one of the backends",
                T + "parts.it.path=/x/{b}|" + T + "parts.it.path = /x/{b}|has the unknown variable 'b'; known are [a]",
                T + "parts.it.timeout=4s|" + T
                        + "parts.it.timeout|must not be above the aggregation's deadline, which is 3000ms",
                T + "parts.it.request-headers=Connection|" + T + "parts.it.request-headers|belongs to one connection",
                T + "parts.it.request-headers=X-Request-Timeout-Ms|" + T
                        + "parts.it.request-headers|written by the gateway itself",
                T + "parts.it.accept=json|" + T + "parts.it.accept|which is not a media type",
                T + "parts.unavailable.backend=drone|" + T + "parts.unavailable|has a reserved name",
                T + "parts.total.backend=drone|" + T + "parts.total|has a reserved name",
                "gateway.aggregations.empty.path=/empty|gateway.aggregations.empty.parts|must have at least one part",
                F + "path=f|" + F + "path = f|must begin with '/'",
                F + "path=/api/v1/deliveries|gateway.forwards.request-delivery.path|cannot be told apart from " + F
                        + "path, which is POST",
                F + "path=/api/v1/deliveries/{a}|" + F + "path = /api/v1/deliveries/{a}|is the same path as"
                        + " gateway.aggregations.delivery.path = /api/v1/deliveries/{deliveryId} and must name its variables alike",
                F + "backend=nowhere|" + F + "backend = nowhere|is not one of the backends",
                F + "target=/x/{b}|" + F + "target = /x/{b}|has the unknown variable 'b'; known are [a]",
                F + "target=x|" + F + "target = x|must begin with '/'",
                F + "timeout=0s|" + F + "timeout|must be from 1ms to 1h",
                F + "max-request-body=0B|" + F + "max-request-body|must be from 1B to 1GB",
                F + "max-request-body=1MB|" + F
                        + "max-request-body|must not be above service-kit.max-request-body, which is 262144B",
                F + "request-headers=Host|" + F + "request-headers|belongs to one connection",
                F + "response-headers=Transfer-Encoding|" + F + "response-headers|belongs to one connection",
                F + "response-headers=a b|" + F + "response-headers|is not the name of a header",
                F + "location.from=/x/|" + F + "location|must end with '/' on both sides or on neither",
                F + "location.to=x|" + F + "location.to = x|must begin with '/'",
                F + "responses[99]=odd|" + F + "responses.99|must be a status from 200 to 599",
            })
    void a_setting_that_makes_no_sense_is_named(String setting, String property, String reason, CapturedOutput output) {
        List<String> settings = new ArrayList<>(List.of(
                T + "path=/t/{a}",
                T + "parts.it.backend=drone",
                T + "parts.it.path=/x/{a}",
                T + "variables.a.type=string",
                F + "method=POST",
                F + "path=/f/{a}",
                F + "backend=drone",
                F + "target=/x/{a}",
                F + "location.from=/x",
                F + "location.to=/f"));
        if (setting.startsWith(T + "parts.unavailable") || setting.startsWith(T + "parts.total")) {
            settings.add(setting.substring(0, setting.indexOf(".backend")) + ".path=/x");
        }
        settings.removeIf(
                other -> other.substring(0, other.indexOf('=')).equals(setting.substring(0, setting.indexOf('='))));
        settings.add(setting);

        start(settings);

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("The gateway cannot start with these settings:")
                .contains(property)
                .contains(reason)
                .doesNotContain("\tat io.dronedelivery");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gateway.backends.delivery.pool.max-connections=0|pool.maxConnections",
                "gateway.backends.delivery.bulkhead.max-concurrent-calls=0|bulkhead.maxConcurrentCalls",
                "gateway.backends.delivery.circuit-breaker.failure-rate-threshold=101|circuitBreaker.failureRateThreshold",
                "gateway.backends.delivery.base-url=|baseUrl",
                "gateway.json.max-depth=0|json.maxDepth",
                "gateway.aggregations.t.parts.it.required=perhaps|gateway.aggregations.t.parts.it.required",
                "gateway.forwards.request-delivery.method=BREW|gateway.forwards.request-delivery.method",
                "gateway.forwards.f.path=/f|method",
            })
    void a_value_out_of_its_range_is_named(String setting, String property, CapturedOutput output) {
        start(List.of(setting, T + "path=/t", T + "parts.it.backend=drone", T + "parts.it.path=/x"));

        assertThat(output).contains("APPLICATION FAILED TO START").contains(property);
    }

    @Test
    void all_faults_are_told_at_once(CapturedOutput output) {
        start(List.of(
                T + "path=/t",
                T + "parts.one.backend=nowhere",
                T + "parts.one.path=x",
                T + "parts.two.backend=drone",
                T + "parts.two.path=/{z}"));

        assertThat(output)
                .contains(T + "parts.one.backend")
                .contains(T + "parts.one.path")
                .contains(T + "parts.two.path");
    }

    private static void start(List<String> settings) {
        List<String> arguments = new ArrayList<>(List.of("--server.port=0", "--spring.main.banner-mode=off"));
        settings.forEach(setting -> arguments.add("--" + setting));
        assertThat(catchThrowable(() -> GatewayApplication.builder()
                        .run(arguments.toArray(String[]::new))
                        .close()))
                .isNotNull();
    }
}
