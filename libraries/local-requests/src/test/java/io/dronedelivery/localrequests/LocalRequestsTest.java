package io.dronedelivery.localrequests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalRequestsTest {

    private final LocalRequests local = LocalRequests.toLoopback();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gateway:8080",
                "x",
                "localhost",
                "LocalHost:8080",
                "127.0.0.1",
                "127.0.0.1:80",
                "127.255.1.254:1",
                "[::1]",
                "[::1]:8080"
            })
    void this_machines_names_are_taken(String host) {
        assertThat(local.refusal(host, null, null)).isNull();
        assertThat(local.refusal(host, "http://" + host, "same-origin")).isNull();
        assertThat(local.refusal(host, null, "none")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "localhost.evil.example",
                "127.0.0.1.evil.example",
                "127.0.0.1.evil.example:80",
                "evil.localhost",
                "localhost.",
                "127.1",
                "127.0.0.256",
                "127.0.0.01",
                "0127.0.0.1",
                "128.0.0.1",
                "10.0.0.1",
                "[::2]",
                "[::1].evil",
                "127.",
                "127.0.0.",
                "127.0.0.1.",
                "x@localhost",
                "0.0.0.0",
                "[::ffff:127.0.0.1]"
            })
    void other_names_are_not(String host) {
        assertThat(local.refusal(host, null, null)).isNotNull();
        assertThat(local.refusal(host, "http://" + host, "same-origin")).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "http://evil.example, cross-site",
        "null, cross-site",
        "http://localhost:3000, same-site",
        "http://localhost, same-site",
        "http://127.0.0.1:8080, cross-site",
        "localhost:8080, same-origin",
        ", cross-site"
    })
    void what_a_foreign_page_asks_is_not_taken(String origin, String site) {
        assertThat(local.refusal("localhost:8080", origin, site)).isNotNull();
    }

    @Test
    void a_form_of_our_own_page_is_taken_although_its_referrer_policy_hides_the_origin() {
        assertThat(local.refusal("localhost:8080", "null", "same-origin")).isNull();
    }

    @Test
    void a_request_without_these_fields_is_no_browsers() {
        assertThat(local.refusal(null, null, null)).isNull();
        assertThat(local.refusal(null, "http://evil.example", null)).isNotNull();
    }

    @Test
    void hosts_that_are_named_are_taken_and_with_them_addresses() {
        LocalRequests named = local.orTo(List.of("Gateway", "gateway.example"));

        assertThat(named.refusal("gateway:8080", null, null)).isNull();
        assertThat(named.refusal("GATEWAY.example", "https://gateway.example", null))
                .isNull();
        assertThat(named.refusal("10.0.0.7:8080", null, null)).isNull();
        assertThat(named.refusal("[fd00::1]:8080", null, null)).isNull();
        assertThat(named.refusal("localhost", null, null)).isNull();
        assertThat(named.refusal("evil.example", null, null)).isNotNull();
        assertThat(named.refusal("10.0.0.7.evil.example", null, null)).isNotNull();
        assertThat(named.refusal("gateway:8080", "http://evil.example", null)).isNotNull();
    }

    @Test
    void pages_that_are_named_may_ask() {
        LocalRequests page = local.orFrom("https://app.example"::equals);

        assertThat(page.refusal("localhost", "https://app.example", "cross-site"))
                .isNull();
        assertThat(page.refusal("localhost", "https://evil.example", "cross-site"))
                .isNotNull();
        assertThat(page.refusal("evil.example", "https://app.example", "cross-site"))
                .isNotNull();
    }
}
