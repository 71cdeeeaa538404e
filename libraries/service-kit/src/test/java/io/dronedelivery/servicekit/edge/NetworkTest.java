package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkTest {

    @ParameterizedTest
    @CsvSource({
        "loopback, 127.0.0.1, true",
        "loopback, 127.9.9.9, true",
        "loopback, ::1, true",
        "loopback, 10.0.0.1, false",
        "private, 10.255.0.1, true",
        "private, 172.31.0.1, true",
        "private, 172.32.0.1, false",
        "private, 192.168.1.1, true",
        "private, fd00::1, true",
        "private, 127.0.0.1, false",
        "private, 8.8.8.8, false",
        "private, 2001:db8::1, false",
        "all, 8.8.8.8, true",
        "10.1.0.0/16, 10.1.2.3, true",
        "10.1.0.0/16, 10.2.2.3, false",
        "10.1.2.3, 10.1.2.3, true",
        "10.1.2.3, 10.1.2.4, false",
        "::1/128, ::1, true",
        "2001:db8::/32, 2001:db8:1::1, true",
        "2001:db8::/32, 10.0.0.1, false",
        "0.0.0.0/0, 8.8.8.8, true",
        "10.0.0.0/8, ::ffff:10.0.0.1, true"
    })
    void a_network_contains_its_addresses(String network, String address, boolean contained)
            throws UnknownHostException {
        assertThat(Network.contain(List.of(Network.valueOf(network)), InetAddress.getByName(address)))
                .isEqualTo(contained);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "example.com/8",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/x",
                "::1/129",
                "",
                "10.0.0/8",
                "Private"
            })
    void what_is_no_network_is_refused_with_what_is_allowed(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Network.valueOf(text))
                .withMessageContaining("'" + text + "'")
                .withMessageContaining("loopback, private or all");
    }

    @Test
    void a_connection_without_an_address_is_in_no_network() {
        assertThat(Network.contain(List.of(Network.valueOf("all")), null)).isFalse();
    }
}
