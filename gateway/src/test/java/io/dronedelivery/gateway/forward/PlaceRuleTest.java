package io.dronedelivery.gateway.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a caller is told of a place that the backend names. */
class PlaceRuleTest {

    private static final List<String> HOSTS = List.of("elsewhere.example", "under_score.example");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//evil.example/x",
                "///evil.example/x",
                "////evil.example/x",
                "//",
                "///",
                "//\\evil.example/x",
                "//\t/evil.example/x",
                "http:evil.example/x",
                "http:/evil.example/x",
                "http:///evil.example/x",
                "http:\\\\evil.example/x",
                "http://evil.example\\@elsewhere.example/x",
                "http://elsewhere.example@evil.example/x",
                "http://x@elsewhere.example/x",
                "http://elsewhere.example\\.evil.example/x",
                "http://elsewhere.example:80:80/x",
                "http://elsewhere.example%2eevil.example/x",
                "///elsewhere.example/x",
                "javascript:alert(1)",
            })
    void a_place_at_another_host_is_left_out(String place) {
        assertThat(rewritten(place, null)).isNull();
    }

    /** Browsers take a backslash for a slash and leave out tabs and the ends of lines, but not once they are percent-encoded. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "/\\evil.example/x>/%5Cevil.example/x",
                "\\\\evil.example/x>%5C%5Cevil.example/x",
                "\\/evil.example/x>%5C/evil.example/x",
                "/\t/evil.example/x>/%09/evil.example/x",
                "\t//evil.example/x>%09//evil.example/x",
                " //evil.example/x>%20//evil.example/x",
                "/ /evil.example/x>/%20/evil.example/x",
                "\u0001//evil.example/x>%01//evil.example/x",
                "/\u007f>/%7F",
            })
    void what_a_browser_would_look_for_elsewhere_becomes_a_path_of_the_gateway(String place, String rewritten) {
        assertThat(rewritten(place, null)).isEqualTo(rewritten);
    }

    /** Each character is a byte of the header. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "/x/\u00e9>/x/%E9",
                "/x/\u00c5\u0082>/x/%C5%82",
                "/x/\u00e6\u0097\u00a5>/x/%E6%97%A5",
                "/x/a b>/x/a%20b",
                "/x?f=a|b>/x?f=a%7Cb",
                "/x?q={a}>/x?q=%7Ba%7D",
                "/x?q=\"<^`>/x?q=%22%3C%5E%60",
                "/x?a[]=1>/x?a%5B%5D=1",
                "/100%>/100%25",
                "/100%zz%2f>/100%25zz%2f",
                "/x#a#b>/x#a%23b",
                "https://elsewhere.example/\u00e9[]>https://elsewhere.example/%E9%5B%5D",
            })
    void what_a_uri_cannot_hold_is_percent_encoded(String place, String rewritten) {
        assertThat(rewritten(place, null)).isEqualTo(rewritten);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/x//y",
                "/x?at=//evil.example",
                "/x#//evil.example",
                "/%5Cevil.example",
                "/.//evil.example",
                "x//evil.example",
                "?x=1",
                "",
                "../x",
                "//elsewhere.example/x",
                "https://ELSEWHERE.example:8443/x",
                "http://under_score.example",
            })
    void a_place_at_the_gateway_or_a_host_of_the_settings_stays(String place) {
        assertThat(rewritten(place, null)).isEqualTo(place);
    }

    @ParameterizedTest
    @CsvSource({
        "/things/x, /p/q/our/x",
        "/elsewhere, /p/q/elsewhere",
        "/p/q, /p/q",
        "/p/q/z, /p/q/z",
        "/p/qz, /p/q/p/qz",
        "x, x",
        "?x=1, ?x=1",
        "//elsewhere.example/x, //elsewhere.example/x",
    })
    void a_path_begins_with_what_stands_before_the_gateway_s_paths(String place, String rewritten) {
        PlaceRule rule =
                new PlaceRule("test", new LocationRewrite("http://backend:8101", "", "/things", "/our"), HOSTS);

        assertThat(rule.rewritten(place, null, "/p/q")).isEqualTo(rewritten);
    }

    @Test
    void a_path_that_was_rewritten_leads_to_no_other_host_either() {
        LocationRewrite toRoot = new LocationRewrite("http://backend:8101", "", "/things/", "/");

        assertThat(rewritten("/things/x", toRoot)).isEqualTo("/x");
        assertThat(rewritten("/things//evil.example/x", toRoot)).isNull();
        assertThat(rewritten("/things///evil.example/x", toRoot)).isNull();
        assertThat(rewritten("http://backend:8101/things///evil.example/x", toRoot))
                .isNull();
    }

    private static @Nullable String rewritten(String place, @Nullable LocationRewrite rewrite) {
        return new PlaceRule("test", rewrite, HOSTS).rewritten(place, "backend:8101", "");
    }
}
