package io.dronedelivery.gateway.forward;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocationRewriteTest {

    @ParameterizedTest
    @CsvSource({
        "/api/deliveries/d-1, /api/v1/deliveries/d-1",
        "/api/deliveries, /api/v1/deliveries",
        "/api/deliveries?x=1, /api/v1/deliveries?x=1",
        "/api/deliveries/d%2F1?x=1#y, /api/v1/deliveries/d%2F1?x=1#y",
        "http://Backend:8101/api/deliveries/d-1, /api/v1/deliveries/d-1",
        "//backend:8101/api/deliveries/d-1, /api/v1/deliveries/d-1",
        "http://10.0.0.7:8101/api/deliveries/d-1, /api/v1/deliveries/d-1",
    })
    void a_place_at_the_backend_becomes_one_at_the_gateway(String location, String expected) {
        LocationRewrite rewrite =
                new LocationRewrite("http://backend:8101", "", "/api/deliveries", "/api/v1/deliveries");

        assertThat(rewrite.apply(location, "10.0.0.7:8101")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "/api/deliveriesX",
        "/api/other/d-1",
        "d-1",
        "http://elsewhere:8101/api/deliveries/d-1",
        "http://backend:81012/api/deliveries/d-1",
        "https://backend:8101/api/deliveries/d-1",
        "http://backend/api/deliveries/d-1",
        "http://backend:8101.evil.example/api/deliveries/d-1",
    })
    void a_place_elsewhere_stays(String location) {
        LocationRewrite rewrite =
                new LocationRewrite("http://backend:8101", "", "/api/deliveries", "/api/v1/deliveries");

        assertThat(rewrite.apply(location, "10.0.0.7:8101")).isEqualTo(location);
    }

    @Test
    void the_path_of_the_base_url_does_not_appear_at_the_gateway() {
        LocationRewrite rewrite = new LocationRewrite("https://host", "/v2", "/things/", "/our/things/");

        assertThat(rewrite.apply("/v2/things/1", null)).isEqualTo("/our/things/1");
        assertThat(rewrite.apply("https://host/v2/things/1", null)).isEqualTo("/our/things/1");
        assertThat(rewrite.apply("HTTPS://host:443/v2/things/1", null)).isEqualTo("/our/things/1");
        assertThat(rewrite.apply("/things/1", null)).isEqualTo("/our/things/1");
        assertThat(rewrite.apply("/v2x/things/1", null)).isEqualTo("/v2x/things/1");
    }
}
