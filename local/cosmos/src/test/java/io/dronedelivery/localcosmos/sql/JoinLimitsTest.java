package io.dronedelivery.localcosmos.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A few JOINs of one small document make more rows than any heap holds, and take longer than anybody waits. */
class JoinLimitsTest {
    private static final String THREE = " FROM c JOIN x IN c.numbers JOIN y IN c.numbers JOIN z IN c.numbers";

    private static String numbers(int count) {
        return "{'id':'a','numbers':["
                + IntStream.range(0, count).mapToObj(Integer::toString).collect(Collectors.joining(",")) + "]}";
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT VALUE COUNT(1)" + THREE, "SELECT VALUE x" + THREE + " WHERE x + y + z < 0"})
    void joins_that_go_over_too_many_elements_are_refused(String query) {
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> Sql.rows(query, numbers(216)))
                .withMessageContaining("10000000 elements");
    }

    @Test
    void as_many_as_that_are_counted() {
        assertThat(Sql.rows("SELECT VALUE COUNT(1)" + THREE, numbers(200))).containsExactly("8000000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT DISTINCT VALUE x * 10000 + y * 100 + z" + THREE,
                "SELECT x, y, z" + THREE + " GROUP BY x, y, z",
                "SELECT VALUE x" + THREE + " ORDER BY c.id"
            })
    void joins_that_give_more_rows_than_can_be_held_are_refused(String query) {
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> Sql.rows(query, numbers(80)))
                .withMessageContaining("500000 rows");
    }

    @Test
    void the_rows_of_a_document_are_made_one_by_one() {
        AtomicInteger read = new AtomicInteger();
        Iterator<JsonNode> documents = Sql.documents(numbers(1000), numbers(1)).stream()
                .peek(document -> read.incrementAndGet())
                .iterator();
        Iterator<JsonNode> rows = Sql.bind("SELECT TOP 2 VALUE [x, y, z]" + THREE + " WHERE z = 7", Map.of())
                .rows(documents);

        assertThat(List.of(rows.next(), rows.next()))
                .extracting(JsonNode::toString)
                .containsExactly("[0,0,7]", "[0,1,7]");
        assertThat(rows.hasNext()).isFalse();
        assertThat(read).hasValue(1);
    }
}
