package io.dronedelivery.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.mock.env.MockEnvironment;

class PortBesideTest {

    @ParameterizedTest
    @CsvSource({", 8180", "'', 8180", "8080, 8180", "9000, 9100", "0, 0", "65435, 65535", "65436, 65336", "65535, 65435"
    })
    void it_stands_beside_the_gateway_s_own_port(String serverPort, String expected) {
        assertThat(managementPort(serverPort, null)).isEqualTo(expected);
    }

    @Test
    void one_that_is_set_stays() {
        assertThat(managementPort("9000", "7000")).isEqualTo("7000");
        assertThat(managementPort("9000", "")).as("on the gateway's own port").isEmpty();
    }

    private static String managementPort(String serverPort, String set) {
        MockEnvironment environment = new MockEnvironment();
        if (serverPort != null) {
            environment.setProperty("server.port", serverPort);
        }
        if (set != null) {
            environment.setProperty("management.server.port", set);
        }
        try (GenericApplicationContext context = new GenericApplicationContext()) {
            context.setEnvironment(environment);
            new ManagementPort().initialize(context);
        }
        return environment.getProperty("management.server.port");
    }
}
