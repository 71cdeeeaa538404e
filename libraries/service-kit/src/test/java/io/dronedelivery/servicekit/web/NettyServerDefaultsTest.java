package io.dronedelivery.servicekit.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

class NettyServerDefaultsTest {

    /** What it prevents needs an unlucky moment; that the server still knows the setting does not. */
    @Test
    void the_server_s_next_request_waits_for_the_end_of_the_last() throws ReflectiveOperationException {
        try (ConfigurableApplicationContext started = new SpringApplicationBuilder(EdgeApplication.class)
                .web(WebApplicationType.NONE)
                .properties("spring.config.import=classpath:service-kit.yml", "spring.application.name=edge")
                .run()) {
            Field setting = Class.forName("reactor.netty.http.server.HttpTrafficHandler")
                    .getDeclaredField("LAST_FLUSH_WHEN_NO_READ");
            setting.setAccessible(true);

            assertThat(started.isActive()).isTrue();
            assertThat(setting.getBoolean(null)).isTrue();
        }
    }
}
