package io.dronedelivery.localkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultListTest {
    private static final Map<String, Set<String>> KINDS = kinds();

    private Instant now = Instant.parse("2026-11-29T03:00:00Z");
    private final AtomicInteger ended = new AtomicInteger();
    private final FaultList faults = new FaultList(KINDS, () -> now, new FaultEffect() {
        @Override
        public void check(FaultOrder order) {
            if ("nowhere".equals(order.setting("entity"))) {
                throw new IllegalArgumentException("no such entity");
            }
        }

        @Override
        public void begin(InjectedFault fault) {
            if (fault.order().kind().equals("away")) {
                fault.onEnd(ended::incrementAndGet);
            }
        }
    });
    private final FaultRequests requests = new FaultRequests(faults);

    private static Map<String, Set<String>> kinds() {
        Map<String, Set<String>> kinds = new LinkedHashMap<>();
        kinds.put("busy", Set.of("entity", "times", "delay"));
        kinds.put("away", Set.of());
        return kinds;
    }

    private String request(String method, String target, String body) {
        FaultAnswer answer = requests.answer(method, target, body.getBytes(StandardCharsets.UTF_8));
        return answer.status() + " " + new String(answer.json(), StandardCharsets.UTF_8);
    }

    @Test
    void fault_ends_after_its_time_and_earlier_after_its_number_of_requests() {
        faults.begin("busy,for=30s,entity=a");
        InjectedFault twice = faults.begin("busy,times=2,entity=b");
        assertThat(twice.until()).isEqualTo(now.plus(Duration.ofHours(1)));
        assertThat(faults.meeting(order -> "b".equals(order.setting("entity")))).isSameAs(twice);
        assertThat(faults.meeting(order -> "c".equals(order.setting("entity")))).isNull();
        assertThat(faults.inForce()).hasSize(2);
        assertThat(faults.meeting(order -> "b".equals(order.setting("entity")))).isSameAs(twice);
        assertThat(faults.meeting(order -> "b".equals(order.setting("entity")))).isNull();
        assertThat(faults.inForce()).hasSize(1);

        now = now.plusSeconds(29);
        assertThat(faults.meeting(order -> true)).isNotNull();
        now = now.plusSeconds(1);
        assertThat(faults.inForce()).isEmpty();
        assertThat(faults.meeting(order -> true)).isNull();
        assertThat(faults.isEmpty()).as("the next request asks no more").isTrue();
    }

    @Test
    void fault_with_an_effect_ends_once() {
        InjectedFault first = faults.begin("away");
        try (InjectedFault second = faults.begin("away,for=1ms")) {
            now = now.plusSeconds(1);
            assertThat(faults.inForce()).as("until its end has taken effect").containsExactly(first, second);
        }
        first.close();
        first.close();
        assertThat(ended).hasValue(2);
        first.onEnd(ended::incrementAndGet);
        assertThat(ended).as("the end was before").hasValue(3);
    }

    @Test
    void requests_begin_list_and_end() {
        assertThat(request(
                        "POST", "/faults", "{\"fault\": \"busy\", \"times\": 3, \"entity\": \"a\", \"for\": \"5m\"}"))
                .startsWith("201 {\"id\":\"1\",\"fault\":\"busy\"")
                .contains("\"entity\":\"a\"", "\"until\":\"2026-11-29T03:05:00Z\"", "\"left\":3");
        request("POST", "/faults", "{\"fault\": \"away\"}");
        assertThat(request("GET", "/faults?x=y", ""))
                .startsWith("200 {\"faults\":[{\"id\":\"1\"")
                .contains("{\"id\":\"2\"");
        assertThat(request("DELETE", "/faults/3", "")).startsWith("404 ").contains("'3' in force, but [1, 2]");
        assertThat(request("DELETE", "/faults/1", "")).isEqualTo("204 ");
        assertThat(request("DELETE", "/faults/1", "")).startsWith("404 ");
        assertThat(request("DELETE", "/faults", "")).isEqualTo("204 ");
        assertThat(request("GET", "/faults/", "")).isEqualTo("200 {\"faults\":[]}");
        assertThat(ended).hasValue(1);
        assertThat(request("PUT", "/faults", "")).startsWith("405 ");
        assertThat(request("PUT", "/faults/1", "")).startsWith("405 ");
        assertThat(request("GET", "/faults/1", "")).startsWith("404 ");
        assertThat(FaultRequests.isFor("/faultsome")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"fault": "bussy"}                    | Unknown fault 'bussy'; the nearest is 'busy'
                    {"for": "1s"}                         | 'fault' is missing: expected one of [busy, away]
                    {"fault": "busy", "entit": "a"}       | Unknown setting of the fault busy 'entit'; the nearest is 'entity'
                    {"fault": "away", "times": 1}         | Unknown setting of the fault away 'times'; the nearest is 'for'
                    {"fault": "busy", "for": "-1s"}       | 'for' must be a time such as 500ms, 30s or 5m, not '-1s'
                    {"fault": "busy", "for": 30}          | 'for' must be a time such as 500ms, 30s or 5m, not '30'
                    {"fault": "busy", "for": "0s"}        | 'for' must be longer than nothing
                    {"fault": "busy", "for": "61m"}       | 'for' must be at most an hour, not '61m'
                    {"fault": "busy", "times": 0}         | 'times' must be a whole number from 1 to 1000000, not '0'
                    {"fault": "busy", "times": 1.5}       | 'times' must be a whole number from 1 to 1000000, not '1.5'
                    {"fault": "busy", "entity": ["a"]}    | 'entity' must be text or a number
                    {"fault": "busy", "entity": "nowhere"} | no such entity
                    {"fault": "busy", "fault": "busy"}    | The body is not JSON: Duplicate
                    {"fault": "busy"} {}                  | The body is not JSON:
                    {"fault": "busy"                      | The body is not JSON:
                    ["busy"]                              | The body is not a JSON object such as
                    ``                                    | The body is not
                    """)
    void wrong_order_is_a_400_that_names_the_word(String body, String reason) {
        assertThat(request("POST", "/faults", body)).startsWith("400 {\"error\":\"" + reason);
        assertThat(faults.inForce()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    ``                 | Unknown fault ''
                    busy,away          | 'away' is no setting: expected NAME=VALUE
                    busy,for=1s,for=2s | 'for' is there twice
                    busy,for           | 'for' is no setting
                    busy,=1            | Unknown setting of the fault busy ''
                    """)
    void wrong_words_are_named(String words, String reason) {
        assertThatThrownBy(() -> faults.begin(words)).hasMessageContaining(reason);
    }

    @Test
    void number_of_faults_is_bounded() {
        IntStream.range(0, 100).forEach(i -> faults.begin("busy"));
        assertThatThrownBy(() -> faults.begin("busy")).hasMessageContaining("100 faults in force");
        now = now.plusSeconds(60);
        assertThat(faults.begin("busy").id()).isEqualTo("101");
    }
}
