package io.dronedelivery.servicekit.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.trace.TraceParent;
import io.micrometer.context.ContextRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.logging.LoggingSystemProperty;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import reactor.core.publisher.Hooks;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Logs as JSON, with the ids of the trace in them, as somebody sets it who reads them with a tool. */
@ExtendWith(OutputCaptureExtension.class)
class LogIdsTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

    @BeforeEach
    void let_the_service_say_how_it_logs() {
        // As long as another application of this JVM is open, such as that of a @SpringBootTest, its log is
        // everybody's.
        LoggingSystem.get(getClass().getClassLoader()).cleanUp();
        forgetTheFormOfLogs();
    }

    @AfterEach
    void leave_the_jvm_as_it_was() {
        forgetTheFormOfLogs();
        Hooks.disableAutomaticContextPropagation();
        ContextRegistry.getInstance().removeThreadLocalAccessor(TraceParent.class);
    }

    /** Spring Boot hands it on to the next application of this JVM. */
    private static void forgetTheFormOfLogs() {
        for (LoggingSystemProperty property : LoggingSystemProperty.values()) {
            System.clearProperty(property.getEnvironmentVariableName());
        }
    }

    @Test
    void a_record_of_a_request_is_json_with_its_trace_also_on_another_thread(CapturedOutput output) throws Exception {
        try (ObservedService service = ObservedService.start(
                "", "service-kit.logs.trace-ids=true", "logging.structured.format.console=logstash")) {
            service.get("/later/5", "traceparent", "00-" + TRACE + "-b7ad6b7169203331-00");
            service.get("/bug", "traceparent", "00-" + TRACE + "-b7ad6b7169203331-00");
        }

        assertRecord(output, "thing 5 was read");
        JsonNode failure = assertRecord(output, "500 for GET /bug");
        assertThat(failure.get("stack_trace").asString()).contains("a bug of the test's");
    }

    private static JsonNode assertRecord(CapturedOutput output, String message) throws Exception {
        String line = output.getOut()
                .lines()
                .filter(text -> text.startsWith("{") && text.contains(message))
                .findFirst()
                .orElseThrow();
        JsonNode record = new ObjectMapper().readTree(line);
        assertThat(record.get("traceId").asString()).isEqualTo(TRACE);
        assertThat(record.get("spanId").asString()).hasSize(16);
        return record;
    }
}
