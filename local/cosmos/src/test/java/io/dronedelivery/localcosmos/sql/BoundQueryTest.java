package io.dronedelivery.localcosmos.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class BoundQueryTest {

    private static final String[] TEN = IntStream.range(0, 10)
            .mapToObj(i -> "{'n':" + i + ",'even':" + (i % 2 == 0) + "}")
            .toArray(String[]::new);

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            SELECT * FROM c                          | BY_DOCUMENT
            SELECT c.a FROM c WHERE c.b = 1          | BY_DOCUMENT
            SELECT VALUE c.a FROM c                  | BY_DOCUMENT
            SELECT * FROM c ORDER BY c.a             | BY_KEY
            SELECT TOP 5 * FROM c ORDER BY c.a       | BY_KEY
            SELECT DISTINCT * FROM c ORDER BY c.a    | BY_ROW
            SELECT DISTINCT c.a FROM c               | BY_ROW
            SELECT TOP 5 * FROM c                    | BY_DOCUMENT
            SELECT * FROM c OFFSET 0 LIMIT 5         | BY_DOCUMENT
            SELECT COUNT(1) FROM c                   | BY_ROW
            SELECT c.a FROM c GROUP BY c.a           | BY_ROW
            SELECT VALUE p FROM c JOIN p IN c.p      | BY_ROW
            SELECT VALUE p FROM p IN c.p             | BY_ROW
            """)
    void rows_that_depend_on_one_document_each_are_paged_by_document(String query, Paging paging) {
        assertThat(Query.parse(query).bind(Map.of()).paging()).isEqualTo(paging);
    }

    @Test
    void a_page_ends_where_the_next_one_starts() {
        BoundQuery query = Sql.bind("SELECT VALUE c.n FROM c WHERE c.even", Map.of());
        List<JsonNode> documents = Sql.documents(TEN);
        List<List<Integer>> pages = new ArrayList<>();
        AtomicInteger position = new AtomicInteger();
        while (position.get() < documents.size()) {
            Iterator<JsonNode> rows =
                    query.rows(counting(documents.subList(position.get(), documents.size()), position));
            List<Integer> page = new ArrayList<>();
            while (page.size() < 2 && rows.hasNext()) {
                page.add(rows.next().intValue());
            }
            pages.add(page);
        }
        assertThat(pages).containsExactly(List.of(0, 2), List.of(4, 6), List.of(8));
    }

    @Test
    void nothing_is_read_before_it_is_asked_for() {
        AtomicInteger read = new AtomicInteger();
        Iterator<JsonNode> rows =
                Sql.bind("SELECT * FROM c WHERE c.n > 2", Map.of()).rows(counting(Sql.documents(TEN), read));
        assertThat(read).hasValue(0);
        rows.next();
        assertThat(read).hasValue(4);
    }

    @Test
    void top_stops_reading_when_it_has_its_rows() {
        AtomicInteger read = new AtomicInteger();
        Iterator<JsonNode> rows = Sql.bind("SELECT TOP 3 * FROM c", Map.of()).rows(counting(Sql.documents(TEN), read));
        rows.forEachRemaining(row -> {});
        assertThat(read).hasValue(3);
        Assertions.assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(rows::next);
    }

    @Test
    void a_bound_query_runs_any_number_of_times() {
        BoundQuery query = Sql.bind("SELECT DISTINCT VALUE c.even FROM c OFFSET 1 LIMIT @n", Map.of("@n", 1));
        for (int i = 0; i < 3; i++) {
            assertThat(query.rows(Sql.documents(TEN).iterator())).toIterable().hasToString("[false]");
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            c.ownerId = 'o1' AND c.year = 2026 AND c.month >= 3 | [Equality[path=[ownerId], values=["o1"]], Equality[path=[year], values=[2026]]]
            c.a.b = 1 AND (c.x = 1 OR c.y = 1)          | [Equality[path=[a, b], values=[1]]]
            c.a IN (1, 2, 1.0) AND c.a IN (2, 3)        | [Equality[path=[a], values=[2]]]
            c.a IN (1, c.b)                             | []
            c.a = 1 AND c.a = 2                         | [Equality[path=[a], values=[]]]
            c.a = undefined                             | [Equality[path=[a], values=[]]]
            c.a = 1 OR c.a = 2 OR c.a = 1               | [Equality[path=[a], values=[1, 2]]]
            (c.id = '1' AND c.k = 'a') OR (c.id = '2' AND c.k = 'a') | [Equality[path=[id], values=["1", "2"]], Equality[path=[k], values=["a"]]]
            c.a[0] = 1                                  | []
            c = 1                                       | []
            """)
    void equalities_hold_for_every_document_that_can_pass(String filter, String expected) {
        assertThat(Sql.bind("SELECT * FROM c WHERE " + filter, Map.of()).equalities())
                .hasToString(expected);
    }

    @Test
    void equalities_speak_of_documents_and_not_of_their_elements() {
        assertThat(Sql.bind("SELECT * FROM c IN c.items WHERE c.a = 1", Map.of())
                        .equalities())
                .isEmpty();
        assertThat(Sql.bind("SELECT c.a FROM c JOIN p IN c.items WHERE p.a = 1 AND c.a = 2", Map.of())
                        .equalities())
                .hasToString("[Equality[path=[a], values=[2]]]");
    }

    @Test
    void keys_are_equal_for_the_values_that_are_equal() {
        assertThat(Equality.key(Sql.json("1"))).isEqualTo(Equality.key(Sql.json("1.0")));
        assertThat(Equality.key(Sql.json("0"))).isEqualTo(Equality.key(Sql.json("-0.0")));
        assertThat(Equality.key(Sql.json("1"))).isNotEqualTo(Equality.key(Sql.json("'1'")));
        assertThat(Equality.key(Sql.json("{'a':1,'b':[2]}"))).isEqualTo(Equality.key(Sql.json("{'b':[2.0],'a':1}")));
        assertThat(Equality.key(Sql.json("null"))).isEqualTo(Equality.key(Sql.json("null")));
    }

    private static Iterator<JsonNode> counting(List<JsonNode> documents, AtomicInteger read) {
        Iterator<JsonNode> source = documents.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return source.hasNext();
            }

            @Override
            public JsonNode next() {
                read.incrementAndGet();
                return source.next();
            }
        };
    }
}
