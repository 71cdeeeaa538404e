package io.dronedelivery.localcosmos.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AggregateTest {

    private static final String[] FLIGHTS = {
        "{'id':'1','drone':'a','km':2,'kg':1.5,'mixed':1,'deep':{'x':1}}",
        "{'id':'2','drone':'b','km':4,'kg':null,'mixed':'s','deep':[1]}",
        "{'id':'3','drone':'a','km':9,'mixed':true,'deep':1}",
    };

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            COUNT(1)              | 3
            COUNT(c)              | 3
            COUNT(c.kg)           | 2
            COUNT(c.none)         | 0
            SUM(c.km)             | 15
            SUM(c.kg)             | undefined
            SUM(c.mixed)          | undefined
            SUM(c.none)           | 0
            AVG(c.km)             | 5
            AVG(c.kg)             | undefined
            AVG(c.none)           | undefined
            MIN(c.km)             | 2
            MAX(c.km)             | 9
            MIN(c.drone)          | "a"
            MAX(c.drone)          | "b"
            MIN(c.kg)             | null
            MAX(c.kg)             | 1.5
            MIN(c.mixed)          | true
            MAX(c.mixed)          | "s"
            MIN(c.none)           | undefined
            MAX(c.deep)           | undefined
            SUM(c.km * 2)         | 30
            COUNTIF(c.km > 3)     | 2
            CountIf(c.mixed)      | 1
            COUNTIF(c.none)       | 0
            MAKELIST(c.drone)     | ["a","b","a"]
            MakeSet(c.drone)      | ["a","b"]
            MAKELIST(c.kg)        | [1.5,null]
            MAKESET(c.none)       | []
            sum(c.km) / count(1)  | 5
            {"n": COUNT(1), "km": SUM(c.km)} | {"n":3,"km":15}
            """)
    void aggregates_skip_undefined_and_are_undefined_for_wrong_types(String expression, String expected) {
        assertThat(Sql.rows("SELECT VALUE " + expression + " FROM c", FLIGHTS))
                .isEqualTo(expected.equals("undefined") ? List.of() : List.of(expected));
    }

    @Test
    void aggregates_of_nothing_are_still_one_row() {
        assertThat(Sql.rows(
                        "SELECT COUNT(1), SUM(c.km) AS km, AVG(c.km) AS mean, MAX(c.km), 'all' AS which FROM c WHERE false",
                        FLIGHTS))
                .containsExactly("{\"$1\":0,\"km\":0,\"which\":\"all\"}");
        assertThat(Sql.rows("SELECT VALUE COUNT(1) FROM c")).containsExactly("0");
        assertThat(
                        Sql.rows(
                                "SELECT VALUE [{\"item\": MIN(c.km), \"item2\": {\"min\": MIN(c.km), \"count\": COUNT(c.km)}}] FROM c"))
                .containsExactly("[{\"item2\":{\"count\":0}}]");
    }

    @Test
    void order_and_top_do_not_change_the_one_row_of_an_aggregate() {
        assertThat(Sql.rows("SELECT TOP 1 VALUE SUM(c.km) FROM c ORDER BY c.km", FLIGHTS))
                .containsExactly("15");
        assertThat(Sql.rows("SELECT VALUE SUM(c.km) FROM c OFFSET 1 LIMIT 1", FLIGHTS))
                .isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            SELECT c.drone, COUNT(1) AS n, SUM(c.km) AS km FROM c GROUP BY c.drone | {"drone":"a","n":2,"km":11};{"drone":"b","n":1,"km":4}
            SELECT VALUE c.drone FROM c GROUP BY c.drone                           | "a";"b"
            SELECT VALUE MAKELIST(c.km) FROM c GROUP BY c.drone                    | [2,9];[4]
            SELECT UPPER(c.drone) AS d, CONCAT(c.drone, '!') AS e FROM c GROUP BY c.drone OFFSET 1 LIMIT 1 | {"d":"B","e":"b!"}
            SELECT c.kg, COUNT(1) AS n FROM c GROUP BY c.kg                        | {"kg":1.5,"n":1};{"kg":null,"n":1};{"n":1}
            SELECT COUNT(1) AS n FROM c GROUP BY c.km > 3                          | {"n":1};{"n":2}
            SELECT c.km > 3 AS far, MAX(c.km) FROM c WHERE c.drone = 'a' GROUP BY c.km > 3, c.drone | {"far":false,"$1":2};{"far":true,"$1":9}
            SELECT c FROM c WHERE c.km = 4 GROUP BY c                              | {"c":{"id":"2","drone":"b","km":4,"kg":null,"mixed":"s","deep":[1]}}
            SELECT COUNT(1) AS n FROM c WHERE false GROUP BY c.drone               |
            SELECT [{"item": c.drone}] AS groupByItems, {"n": {"item": COUNT(1)}} AS payload FROM c GROUP BY c.drone | {"groupByItems":[{"item":"a"}],"payload":{"n":{"item":2}}};{"groupByItems":[{"item":"b"}],"payload":{"n":{"item":1}}}
            """)
    void groups_come_in_the_order_of_their_first_rows(String query, String expected) {
        assertThat(String.join(";", Sql.rows(query, FLIGHTS))).isEqualTo(expected == null ? "" : expected);
    }
}
