package io.dronedelivery.localcosmos.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubqueryTest {

    private static final String ONE =
            "{'id':'1','n':3,'tags':[{'name':'a','kg':1},{'name':'b','kg':5}],'home':{'town':'Oslo','x':[1,2]}}";
    private static final String TWO = "{'id':'2','n':0,'tags':[]}";

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            (SELECT VALUE 1)                                              | 1
            (SELECT 1 AS a, c.n)                                          | {"a":1,"n":3}
            (SELECT VALUE c.n WHERE c.n = 3)                              | 3
            (SELECT VALUE c.n WHERE c.n = 4)                              | undefined
            (SELECT c.n WHERE c.n = 3).n                                  | 3
            (SELECT VALUE COUNT(1) FROM t IN c.tags WHERE t.kg > 1)       | 1
            (SELECT VALUE COUNT(1) FROM t IN c.none)                      | 0
            (SELECT COUNT(1) AS n, SUM(t.kg) AS kg, c.n AS own FROM t IN c.tags) | {"n":2,"kg":6,"own":3}
            (SELECT VALUE SUM(t.kg * c.n) FROM t IN c.tags)               | 18
            (SELECT VALUE MAX(t.kg) + c.n FROM t IN c.tags)               | 8
            (SELECT VALUE h FROM c.home h)                                | {"town":"Oslo","x":[1,2]}
            (SELECT * FROM c.home.town)                                   | "Oslo"
            (SELECT VALUE h FROM c.none h)                                | undefined
            (SELECT VALUE x FROM (SELECT c.n FROM c) x)                   | {"n":3}
            (SELECT VALUE c FROM c.home c)                                | {"town":"Oslo","x":[1,2]}
            EXISTS(SELECT VALUE t FROM t IN c.tags WHERE t.kg = 5)        | true
            NOT EXISTS(SELECT VALUE t FROM t IN c.tags WHERE t.kg = 5)    | false
            EXISTS(SELECT VALUE undefined)                                | false
            EXISTS(SELECT undefined)                                      | true
            EXISTS(SELECT VALUE t FROM t IN c.none)                       | false
            ARRAY(SELECT VALUE t.name FROM t IN c.tags)                   | ["a","b"]
            ARRAY(SELECT t.name FROM t IN c.tags WHERE t.kg < c.n)        | [{"name":"a"}]
            ARRAY(SELECT DISTINCT VALUE 1 FROM t IN c.tags)               | [1]
            ARRAY(SELECT t.kg > 0 AS heavy, COUNT(1) AS n FROM t IN c.tags GROUP BY t.kg > 0) | [{"heavy":true,"n":2}]
            ARRAY(SELECT VALUE [t.name, x] FROM t IN c.tags JOIN x IN c.home.x WHERE t.kg > x) | [["b",1],["b",2]]
            ARRAY(SELECT VALUE x FROM x IN (SELECT VALUE [1, c.n]))       | [1,3]
            ARRAY(SELECT VALUE x FROM x IN (SELECT VALUE t.name FROM t IN c.tags)) | []
            ARRAY(SELECT VALUE (SELECT VALUE COUNT(1) FROM u IN c.tags WHERE u.kg < t.kg) FROM t IN c.tags) | [0,1]
            ARRAY(SELECT VALUE EXISTS(SELECT VALUE 1 FROM x IN c.home.x WHERE x = t.kg) FROM t IN c.tags) | [true,false]
            ARRAY_LENGTH(ARRAY(SELECT VALUE c FROM t IN c.tags))          | 2
            """)
    void subqueries_in_expressions(String expression, String expected) {
        assertThat(Sql.value(expression, ONE)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            SELECT VALUE c.id FROM c WHERE EXISTS(SELECT VALUE t FROM t IN c.tags) | "1"
            SELECT VALUE c.id FROM c WHERE NOT EXISTS(SELECT VALUE t FROM t IN c.tags) | "2"
            SELECT VALUE c.id FROM c WHERE (SELECT VALUE COUNT(1) FROM t IN c.tags) = c.n - 1 | "1"
            SELECT c.id, k FROM c JOIN (SELECT VALUE COUNT(1) FROM t IN c.tags) AS k | {"id":"1","k":2} {"id":"2","k":0}
            SELECT VALUE t.name FROM c JOIN (SELECT VALUE t FROM t IN c.tags WHERE t.kg = 5) AS t | "b"
            SELECT VALUE c.id FROM c JOIN (SELECT VALUE t FROM t IN c.tags) | "1" "1"
            SELECT VALUE [c.n, r.u] FROM c JOIN r IN (SELECT VALUE [{u: 3}, {u: 0}]) WHERE r.u = c.n | [3,3] [0,0]
            SELECT VALUE h.town FROM c JOIN c.home h             | "Oslo"
            SELECT VALUE x.id FROM (SELECT c.id, c.n FROM c WHERE c.n < 2) AS x | "2"
            SELECT * FROM (SELECT VALUE t.kg FROM t IN c.tags) AS x | 1 5
            SELECT VALUE [x, y] FROM x IN (SELECT VALUE [c.id, c.n] FROM c) JOIN (SELECT VALUE x) y | ["1","1"] [3,3] ["2","2"] [0,0]
            SELECT VALUE COUNT(1) FROM (SELECT VALUE t FROM t IN c.tags) AS x | 2
            SELECT * FROM c.home                                 | {"town":"Oslo","x":[1,2]}
            SELECT town FROM c.home.town                         | {"town":"Oslo"}
            SELECT * FROM c.home["x"][1]                         | 2
            SELECT VALUE h.town FROM Flights.home AS h WHERE h.town = 'Oslo' | "Oslo"
            SELECT VALUE [h.town, x] FROM c.home h JOIN x IN h.x | ["Oslo",1] ["Oslo",2]
            SELECT VALUE SUM((SELECT VALUE COUNT(1) FROM t IN c.tags)) FROM c | 2
            SELECT (SELECT VALUE c.n > 1) AS big, COUNT(1) AS n FROM c GROUP BY (SELECT VALUE c.n > 1) | {"big":true,"n":1} {"big":false,"n":1}
            SELECT DISTINCT VALUE EXISTS(SELECT VALUE 1 WHERE c.n = 9) FROM c | false
            """)
    void subqueries_and_paths_as_sources(String query, String expected) {
        assertThat(String.join(" ", Sql.rows(query, ONE, TWO))).isEqualTo(expected);
    }

    @Property(tries = 300, seed = "17")
    void subqueries_agree_with_streams(
            @ForAll @Size(max = 6) List<@IntRange(max = 5) Integer> numbers, @ForAll @IntRange(max = 5) int limit) {
        List<Integer> large = numbers.stream().filter(x -> x > limit).toList();
        List<Long> smaller = large.stream()
                .map(x -> numbers.stream().filter(y -> y < x).count())
                .toList();
        long pairs = large.stream()
                .mapToLong(x -> numbers.stream().filter(x::equals).count())
                .sum();

        assertThat(Sql.rows(
                        "SELECT VALUE [EXISTS(SELECT VALUE x FROM x IN c.a WHERE x > @n),"
                                + " ARRAY(SELECT VALUE x FROM x IN c.a WHERE x > @n),"
                                + " (SELECT VALUE SUM(x) FROM x IN c.a WHERE x > @n),"
                                + " ARRAY(SELECT VALUE (SELECT VALUE COUNT(1) FROM y IN c.a WHERE y < x) FROM x IN c.a WHERE x > @n),"
                                + " (SELECT VALUE COUNT(1) FROM (SELECT VALUE x FROM x IN c.a WHERE x > @n) x JOIN y IN c.a WHERE y = x),"
                                + " ARRAY_LENGTH(ARRAY(SELECT DISTINCT VALUE x FROM x IN c.a))] FROM c",
                        Map.of("@n", limit),
                        "{'a':" + numbers + "}"))
                .containsExactly(List.of(
                                !large.isEmpty(),
                                large,
                                large.stream().mapToInt(x -> x).sum(),
                                smaller,
                                pairs,
                                numbers.stream().distinct().count())
                        .toString()
                        .replace(" ", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(SELECT VALUE COUNT(1) FROM x IN c.a WHERE (SELECT VALUE COUNT(1) FROM y IN c.a WHERE y < x) < 0)",
                "EXISTS(SELECT VALUE 1 FROM x IN c.a JOIN y IN c.a WHERE x + y < 0)",
                "ARRAY_LENGTH(ARRAY(SELECT VALUE y FROM x IN c.a JOIN y IN c.a))",
                "ARRAY(SELECT VALUE c FROM x IN c.a) = []"
            })
    void subqueries_that_go_over_too_many_elements_are_refused(String expression) {
        String document = "{'a':["
                + IntStream.range(0, 4_000).mapToObj(Integer::toString).collect(Collectors.joining(",")) + "]}";
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> Sql.value(expression, document))
                .withMessageMatching(".*(elements|characters).*");
    }

    @Test
    void exists_reads_no_further_than_the_first_row() {
        String document = "{'a':[" + "1,".repeat(9_999) + "1]}";
        assertThat(Sql.rows(
                        "SELECT VALUE COUNT(1) FROM c WHERE EXISTS(SELECT VALUE 1 FROM x IN c.a JOIN y IN c.a JOIN z IN c.a)",
                        document,
                        document))
                .containsExactly("2");
    }
}
