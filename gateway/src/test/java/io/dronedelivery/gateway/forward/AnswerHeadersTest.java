package io.dronedelivery.gateway.forward;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;

/** What a caller is told of a place that the backend names. */
class AnswerHeadersTest {

    private static final List<String> HOSTS = List.of("elsewhere.example");

    /** As browsers read them, which take a backslash for a slash and leave out tabs and the ends of lines. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "//evil.example/x",
                "///evil.example/x",
                "////evil.example/x",
                "//",
                "///",
                "//\\evil.example/x",
                "/\\evil.example/x",
                "\\\\evil.example/x",
                "\\/evil.example/x",
                "\\evil.example",
                "/\t/evil.example/x",
                "\t//evil.example/x",
                "/\n/evil.example/x",
                "/\r\n/evil.example/x",
                " //evil.example/x",
                "/ /evil.example/x",
                "//\t/evil.example/x",
                "\u0001//evil.example/x",
                "http:evil.example/x",
                "http:/evil.example/x",
                "http:///evil.example/x",
                "http:\\\\evil.example/x",
                "http://evil.example\\@elsewhere.example/x",
                "http://elsewhere.example@evil.example/x",
                "http://elsewhere.example\\.evil.example/x",
                "///elsewhere.example/x",
                "javascript:alert(1)",
            })
    void a_place_that_a_browser_looks_for_at_another_host_is_left_out(String place) {
        assertThat(told(place, null)).isNull();
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
                "//elsewhere.example/x",
                "https://ELSEWHERE.example:8443/x",
            })
    void a_place_at_the_gateway_or_a_host_of_the_settings_stays(String place) {
        assertThat(told(place, null)).isEqualTo(place);
    }

    @Test
    void a_path_that_was_rewritten_leads_to_no_other_host_either() {
        LocationRewrite toRoot = new LocationRewrite("http://backend:8101", "", "/things/", "/");

        assertThat(told("/things/x", toRoot)).isEqualTo("/x");
        assertThat(told("/things//evil.example/x", toRoot)).isNull();
        assertThat(told("/things///evil.example/x", toRoot)).isNull();
        assertThat(told("http://backend:8101/things///evil.example/x", toRoot)).isNull();
    }

    private static @Nullable String told(String place, @Nullable LocationRewrite rewrite) {
        // Without the check of Netty, which lets some of these not come as far as here.
        io.netty.handler.codec.http.HttpHeaders answer =
                DefaultHttpHeadersFactory.headersFactory().withValidation(false).newHeaders();
        answer.add("Location", place);
        HttpHeaders told = new HttpHeaders();
        new AnswerHeaders(List.of("Location"), rewrite, HOSTS).copy(answer, told);
        return told.getFirst("Location");
    }
}
