package io.dronedelivery.delivery.request;

import static io.dronedelivery.delivery.request.AcceptingService.BODY;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.cosmosaccess.testing.RunningService;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient.BodyContentSpec;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;
import org.springframework.web.reactive.function.BodyInserters;
import reactor.core.publisher.Mono;

class BadRequestTest {

    private static AcceptingService service;

    @BeforeAll
    static void start() {
        service = AcceptingService.start("/ownerId");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"o-17\" | \"a b\" | ownerId",
                "\"o-17\" | \"\" | ownerId",
                "\"o-17\" | \".\" | ownerId",
                "\"o-17\" | \"..\" | ownerId",
                "\"o-17\" | null | ownerId",
                "\"o-17\" | 17 | ownerId",
                "\"ownerId\":\"o-17\", | '' | ownerId",
                "47.64 | 90.01 | pickup.latitude",
                "47.64 | -90.01 | pickup.latitude",
                "47.64 | \"north\" | pickup.latitude",
                "47.64 | \"NaN\" | pickup.latitude",
                "47.64 | \"47.64\" | pickup.latitude",
                "47.64 | null | pickup.latitude",
                "47.64 | 90.00000000000000000001 | pickup.latitude",
                "47.64 | -90.00000000000000000001 | pickup.latitude",
                "-122.33 | -180.00000000000000000001 | dropoff.longitude",
                "-122.33 | 180.5 | dropoff.longitude",
                "-122.33 | -1e300 | dropoff.longitude",
                "{\"latitude\":47.61,\"longitude\":-122.33} | null | dropoff",
                "{\"latitude\":47.61,\"longitude\":-122.33} | \"there\" | dropoff",
                "1.25 | 0 | packages[0].weightKg",
                "1.25 | -1 | packages[0].weightKg",
                "1.25 | 1.255 | packages[0].weightKg",
                "1.25 | 25.01 | packages[0].weightKg",
                "1.25 | 1e999 | packages[0].weightKg",
                "1.25 | \"heavy\" | packages[0].weightKg",
                "7.5 | null | packages[1].weightKg",
                "\"large\" | \"huge\" | packages[1].size",
                "\"large\" | \"LARGE\" | packages[1].size",
                "\"large\" | null | packages[1].size",
                "{\"size\":\"small\",\"weightKg\":1.25} | null | packages[0]",
                "false | \"perhaps\" | expedited",
                "false | 1 | expedited",
                "false | \"\" | expedited",
                "false | \" \" | expedited",
                "false | \"\\t\" | expedited",
                "\"expedited\" | \"expidited\" | expidited",
                "\"weightKg\":1.25 | \"weightKg\":1.25,\"colour\":\"red\" | packages[0].colour",
            })
    void each_bad_member_is_named(String part, String instead, String field) {
        String body = BODY.replaceFirst(Pattern.quote(part), Matcher.quoteReplacement(instead));
        assertThat(body).isNotEqualTo(BODY);

        assertNames(service.post(body), field);
    }

    private static BodyContentSpec assertNames(ResponseSpec answer, String field) {
        return answer.expectStatus()
                .isBadRequest()
                .expectHeader()
                .contentType("application/problem+json")
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("urn:drone-delivery:problem:invalid-request")
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
    }

    @Test
    void packages_are_one_to_seven() {
        String parcel = "{\"size\":\"small\",\"weightKg\":25}";
        for (int count : new int[] {0, 8}) {
            String packages = "[" + String.join(",", Collections.nCopies(count, parcel)) + "]";
            service.post(withPackages(packages))
                    .expectStatus()
                    .isBadRequest()
                    .expectBody()
                    .jsonPath("$.errors[0].field")
                    .isEqualTo("packages")
                    .jsonPath("$.errors[0].message")
                    .isEqualTo("must hold 1 to 7 packages");
        }
        service.accepted(withPackages("[" + String.join(",", Collections.nCopies(7, parcel)) + "]"));
    }

    private static String withPackages(String packages) {
        return BODY.replaceFirst("\\[.*]", packages);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "{}",
                "{\"token\":\"x\",\"range\":{\"min\":\"\",\"max\":\"FF\"}}",
                "{\"token\":null,\"range\":{\"min\":\"FF\",\"max\":\"\"}}"
            })
    void what_is_no_next_of_an_earlier_page_of_outboxes_is_refused(String after) {
        assertNames(setAside(after), "after")
                .jsonPath("$.errors[0].message")
                .isEqualTo("must be the \"next\" of an earlier page");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void nothing_after_is_the_first_page_of_outboxes(String after) {
        setAside(after).expectStatus().isOk();
    }

    private static ResponseSpec setAside(String after) {
        return service.service()
                .http()
                .get()
                .uri("/internal/outbox/set-aside?after={after}", after)
                .exchange();
    }

    @Test
    void all_bad_members_are_named_together() {
        service.post(BODY.replace("o-17", "!").replace("47.64", "99").replace("large", "huge"))
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors.length()")
                .isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "null", "\"text\"", "{\"ownerId\":\"a\",\"ownerId\":\"b\"}", "not json"})
    void what_is_no_request_is_refused(String body) {
        service.post(body)
                .expectStatus()
                .isBadRequest()
                .expectHeader()
                .contentType("application/problem+json")
                .expectBody(String.class)
                .value(problem -> assertThat(problem).doesNotContain("io.dronedelivery", "java."));
    }

    @Test
    void what_follows_the_body_is_refused() {
        service.post(BODY + "{}").expectStatus().isBadRequest();
    }

    @Test
    void other_media_types_are_refused() {
        RunningService running = service.service();
        for (MediaType type : new MediaType[] {MediaType.TEXT_PLAIN, MediaType.APPLICATION_XML}) {
            running.http()
                    .post()
                    .uri("/api/deliveries")
                    .contentType(type)
                    .bodyValue(BODY)
                    .exchange()
                    .expectStatus()
                    .isEqualTo(415)
                    .expectBody()
                    .jsonPath("$.type")
                    .isEqualTo("urn:drone-delivery:problem:unsupported-media-type");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"utf-16", "utf-32", "iso-8859-1", "us-ascii"})
    void other_character_sets_are_refused(String charset) {
        assertUnsupported(raw("application/json;charset=" + charset, BODY.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void utf_8_may_be_announced() {
        raw("application/json;charset=utf-8", BODY.getBytes(StandardCharsets.UTF_8))
                .expectStatus()
                .isAccepted();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "br", "x-evil", "identity"})
    void coded_bodies_are_refused(String coding) {
        assertUnsupported(service.post(BODY, "Content-Encoding", coding));
    }

    @ParameterizedTest
    @ValueSource(strings = {"utf-16", "utf-16be", "utf-16le", "utf-32", "utf-32be", "utf-32le"})
    void a_body_in_another_encoding_is_no_json(String charset) {
        raw("application/json", BODY.getBytes(Charset.forName(charset)))
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("urn:drone-delivery:problem:invalid-request");
    }

    private static ResponseSpec raw(String contentType, byte[] body) {
        return service.service()
                .http()
                .post()
                .uri("/api/deliveries")
                .header("Content-Type", contentType)
                .body(BodyInserters.fromPublisher(Mono.just(body), byte[].class))
                .exchange();
    }

    private static void assertUnsupported(ResponseSpec answer) {
        answer.expectStatus()
                .isEqualTo(415)
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("urn:drone-delivery:problem:unsupported-media-type");
    }

    @Test
    void a_body_that_is_too_large_is_refused() {
        service.post(BODY + " ".repeat(300_000))
                .expectStatus()
                .isEqualTo(413)
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("urn:drone-delivery:problem:payload-too-large");
    }
}
