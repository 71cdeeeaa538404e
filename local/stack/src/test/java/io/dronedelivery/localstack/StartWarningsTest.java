package io.dronedelivery.localstack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartWarningsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "17:06:14.507 WARN  gateway           o.s.d.core.events.SpringDocAppInitializer SpringDoc /v3/api-docs endpoint is enabled by default",
                "17:06:14.507 ERROR local-stack       i.d.invoice.database.Migrations          The tables cannot be made",
                "2026-11-25T17:06:14.507Z  WARN 7 --- [gateway] [           main] i.d.s.security.ListeningAddress          : security.open=true",
                "WARNING: A restricted method in java.lang.System has been called",
                "OpenJDK 64-Bit Server VM warning: Sharing is only supported for boot loader classes",
                "[0.035s][warning][cds] shared class paths mismatch",
                "SLF4J(W): No SLF4J providers were found.",
                "10:15:30,123 |-WARN in ch.qos.logback.core.model.processor.DefaultProcessor - Ignoring unknown property"
            })
    void line_that_warns_is_found(String line) {
        assertThat(StartWarnings.in(List.of("READY in 3.0 s", line))).containsExactly(line);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "  10.7 s  still to come       insights",
                "17:06:14.507 INFO  gateway           o.s.boot.Startup                         logs WARN and ERROR lines",
                "17:06:14.507 WARN  local-stack       i.d.servicekit.background.PeriodicWork   Forgetting old events failed and is tried again in PT1M: io.r2dbc.spi.R2dbcTimeoutException: Connection acquisition timed out after 2000ms",
                "17:07:43.127 WARN  local-stack       i.d.servicekit.problem.delivery-service  deadline-exceeded for GET /api/deliveries/summary, trace 00-1-2-03: The time that the caller gave in X-Request-Timeout-Ms is over."
            })
    void progress_and_what_a_slow_machine_did_too_late_are_no_warnings_of_the_start(String line) {
        assertThat(StartWarnings.in(List.of(line))).isEmpty();
    }

    @Test
    void what_comes_after_kafka_was_too_slow_may_follow_from_it() {
        String before =
                "17:52:30.000 WARN  local-stack       o.a.k.c.c.ConsumerConfig                 a setting is not known";
        String group =
                "17:54:00.243 ERROR local-stack       i.d.messaging.kafka.GroupMember          not consuming; starts again";
        String after =
                "17:54:02.110 WARN  local-stack       o.a.k.c.c.internals.Fetcher              nothing is fetched";

        assertThat(StartWarnings.in(List.of(
                        before,
                        group,
                        "org.apache.kafka.common.errors.TimeoutException: Timeout of 60000ms expired",
                        "\tat java.base/java.lang.Thread.run(Thread.java:840)",
                        after)))
                .containsExactly(before);
        assertThat(StartWarnings.in(List.of(before, group, after))).containsExactly(before, group, after);
    }
}
