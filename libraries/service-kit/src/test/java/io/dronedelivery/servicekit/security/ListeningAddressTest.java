package io.dronedelivery.servicekit.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.servicekit.environment.RefusedStartException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** Where an application listens that asks nobody who they are. */
@ExtendWith(OutputCaptureExtension.class)
class ListeningAddressTest {

    private static final String THIS_MACHINE_ALONE =
            "No security.issuer is set, so nobody is asked for a token, and only this machine can call";

    /**
     * An address of this machine on which no test listens: who listens on 127.0.0.1 is not there, who listens everywhere is. On the others
     * another process may have the same port.
     */
    private static final String ELSEWHERE = "127.1.0.1";

    @Test
    void without_an_issuer_everything_listens_on_loopback_alone_and_says_so_once(CapturedOutput output)
            throws IOException {
        try (ConfigurableApplicationContext service = start()) {
            for (String port : new String[] {"local.server.port", "local.management.port"}) {
                assertThat(isReached("127.0.0.1", service, port)).as(port).isTrue();
                assertThat(isReached(ELSEWHERE, service, port)).as(port).isFalse();
            }
        }
        assertThat(output).containsOnlyOnce(THIS_MACHINE_ALONE).doesNotContain("security.open=true");
    }

    @Test
    void an_address_of_this_machine_alone_is_taken(CapturedOutput output) throws IOException {
        String address = "127.0.0.2";
        try (ConfigurableApplicationContext service =
                start("--server.address=" + address, "--management.server.address=" + address)) {
            for (String port : new String[] {"local.server.port", "local.management.port"}) {
                assertThat(isReached(address, service, port)).as(port).isTrue();
                assertThat(isReached(ELSEWHERE, service, port)).as(port).isFalse();
            }
        }
        assertThat(output).containsOnlyOnce(THIS_MACHINE_ALONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"server.address", "management.server.address"})
    void an_address_that_others_reach_ends_the_start_and_says_what_to_set(String property, CapturedOutput output) {
        assertThatThrownBy(() -> start("--" + property + "=0.0.0.0").close())
                .rootCause()
                .isInstanceOf(RefusedStartException.class);
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains(property + "=0.0.0.0 can be reached from other machines")
                .contains("Set security.issuer and security.audience; or leave " + property + " out")
                .contains("or set security.open=true")
                .doesNotContain(THIS_MACHINE_ALONE)
                .doesNotContain("Netty started");
    }

    @Test
    void open_is_said_in_so_many_words_and_opens_the_api(CapturedOutput output) throws IOException {
        try (ConfigurableApplicationContext service = start("--security.open=true")) {
            assertThat(isReached(ELSEWHERE, service, "local.server.port")).isTrue();
            assertThat(isReached(ELSEWHERE, service, "local.management.port")).isFalse();
        }
        assertThat(output)
                .containsOnlyOnce("security.open=true: whoever reaches this application may do everything")
                .doesNotContain(THIS_MACHINE_ALONE);
    }

    @Test
    void open_lets_both_ports_have_any_address() throws IOException {
        try (ConfigurableApplicationContext service =
                start("--security.open=true", "--server.address=0.0.0.0", "--management.server.address=0.0.0.0")) {
            assertThat(isReached(ELSEWHERE, service, "local.server.port")).isTrue();
            assertThat(isReached(ELSEWHERE, service, "local.management.port")).isTrue();
        }
    }

    private static ConfigurableApplicationContext start(String... settings) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0", "--management.server.port=0", "--spring.config.import=classpath:service-kit.yml"));
        arguments.addAll(List.of(settings));
        return new SpringApplicationBuilder(SecuredApplication.class).run(arguments.toArray(String[]::new));
    }

    private static boolean isReached(String address, ConfigurableApplicationContext service, String port)
            throws IOException {
        int number = service.getEnvironment().getRequiredProperty(port, Integer.class);
        try (Socket socket = new Socket(address, number)) {
            return socket.isConnected();
        } catch (ConnectException refused) {
            return false;
        }
    }
}
