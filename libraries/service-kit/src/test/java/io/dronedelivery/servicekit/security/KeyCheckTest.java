package io.dronedelivery.servicekit.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

@ExtendWith(OutputCaptureExtension.class)
class KeyCheckTest {

    private static final List<String> IDENTITY = List.of(
            "--service-kit.keys.refused=store.key,store.password", "--store.password=", "--store.key=${KEY_OF_STORE}");

    @Configuration(proxyBeanMethods = false)
    static class Nothing {}

    @Test
    void key_that_was_left_over_is_named_and_not_told(CapturedOutput output) {
        assertThat(catchThrowable(() -> start("--KEY_OF_STORE=c2VjcmV0"))).isNotNull();

        assertThat(output)
                .contains("where the service signs in with its identity: store.key")
                .contains("service-kit.keys.allowed=true")
                .doesNotContain("c2VjcmV0");
    }

    @Test
    void key_may_be_chosen() {
        assertThat(catchThrowable(() -> start("--KEY_OF_STORE=c2VjcmV0", "--service-kit.keys.allowed=true")))
                .isNull();
    }

    @Test
    void setting_that_is_empty_is_none() {
        assertThat(catchThrowable(() -> start("--KEY_OF_STORE="))).isNull();
    }

    private static void start(String... settings) {
        new SpringApplicationBuilder(Nothing.class)
                .web(WebApplicationType.NONE)
                .run(Stream.concat(IDENTITY.stream(), Stream.of(settings)).toArray(String[]::new))
                .close();
    }
}
