package io.dronedelivery.servicekit.logs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

@ExtendWith(OutputCaptureExtension.class)
class PlainLogsTest {

    @Configuration(proxyBeanMethods = false)
    static class Application {}

    private static ConfigurableApplicationContext start(String... settings) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(settings)
                .run();
    }

    @Test
    void no_text_in_the_log_of_an_application_makes_a_line_or_steers_a_terminal(CapturedOutput output) {
        Logger log = LoggerFactory.getLogger("io.dronedelivery.audit");
        try (ConfigurableApplicationContext application = start();
                ConfigurableApplicationContext another = start()) {
            log.warn("paid by {}", "x\n2026-11-27T10:00:00Z WARN 1 --- audit : forged\u001B[31m\u0085\u2028\u202E");
            log.error("failed", new IllegalStateException("y\r\n2026-11-27T10:00:00Z WARN 1 --- audit : forged"));
        }

        assertThat(output.getOut()).contains("paid by x\\n2026", "IllegalStateException: y\\r\\n2026");
        assertThat(output.getOut().lines())
                .filteredOn(line -> line.contains("forged"))
                .hasSize(2);
        assertThat(output.getOut().lines()).anyMatch(line -> line.startsWith("\tat io.dronedelivery.servicekit.logs."));
        assertThat(output.getOut()).doesNotContain("\u001B[31m", "\u0085", "\u2028", "\u202E");
    }
}
