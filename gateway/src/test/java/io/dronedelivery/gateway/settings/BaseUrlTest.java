package io.dronedelivery.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BaseUrlTest {

    @ParameterizedTest
    @CsvSource({
        "http://delivery_service:8101, delivery_service, 8101, ''",
        "http://_delivery.tasks, _delivery.tasks, 80, ''",
        "HTTPS://project_delivery-service_1/base/, project_delivery-service_1, 443, /base/",
        "http://delivery.v2:8101/, delivery.v2, 8101, /",
        "http://delivery.svc.cluster.local., delivery.svc.cluster.local., 80, ''",
        "http://10.0.0.7:8101/a%20b, 10.0.0.7, 8101, /a%20b",
        "http://[fd00::7]:8101, [fd00::7], 8101, ''"
    })
    void host_and_port_are_those_that_are_written(String url, String host, int port, String path) {
        BaseUrl base = BaseUrl.of(url);

        assertThat(base.host()).isEqualTo(host);
        assertThat(base.port()).isEqualTo(port);
        assertThat(base.path()).isEqualTo(path);
        assertThat(url).startsWith(base.origin());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://",
                "http:///path",
                "http:delivery",
                "delivery_service:8101",
                "ftp://delivery_service",
                "http://a b",
                "http://a%20b",
                "http://a,b",
                "http://b\u00fccher",
                "http://user@delivery_service",
                "http://delivery_service:",
                "http://delivery_service:port",
                "http://delivery_service:0",
                "http://delivery_service:65536",
                "http://delivery_service?a",
                "http://delivery_service#a",
                "http://-a",
                "http://[::1"
            })
    void what_is_no_url_of_a_host_is_refused(String url) {
        assertThatIllegalArgumentException().isThrownBy(() -> BaseUrl.of(url)).withMessageMatching("(must|is) .+");
    }

    @Test
    void the_port_is_the_one_of_the_scheme_where_none_is_written() {
        assertThat(BaseUrl.of("https://a_b").port()).isEqualTo(443);
    }
}
