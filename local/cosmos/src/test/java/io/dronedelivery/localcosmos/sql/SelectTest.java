package io.dronedelivery.localcosmos.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectTest {

    private static final String[] DELIVERIES = {
        "{'id':'d1','ownerId':'o1','month':11,'km':2.5,'packages':[{'size':'small','kg':1},{'size':'large','kg':9}]}",
        "{'id':'d2','ownerId':'o2','month':11,'km':2.5,'packages':[{'size':'small','kg':2}]}",
        "{'id':'d3','ownerId':'o1','month':12,'km':1,'packages':[]}",
        "{'id':'d4','ownerId':'o2','month':11,'packages':'none'}",
    };

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            SELECT c.id FROM c WHERE c.month = 12                | {"id":"d3"}
            SELECT VALUE c FROM c WHERE c.id = 'd4'              | {"id":"d4","ownerId":"o2","month":11,"packages":"none"}
            SELECT * FROM c WHERE c.id = 'd4'                    | {"id":"d4","ownerId":"o2","month":11,"packages":"none"}
            SELECT c.id, c.km FROM c WHERE c.id = 'd4'           | {"id":"d4"}
            SELECT c.km FROM c WHERE c.id = 'd4'                 | {}
            SELECT c.id AS name, c.km * 2, c.packages[0], 1 one FROM c WHERE c.id = 'd1' | {"name":"d1","$1":5,"$2":{"size":"small","kg":1},"one":1}
            SELECT c["id"] FROM c WHERE c.id = 'd1'              | {"id":"d1"}
            SELECT d.id FROM deliveries AS d WHERE d.km < 2      | {"id":"d3"}
            SELECT d.id FROM deliveries d WHERE d.km < 2         | {"id":"d3"}
            select value d.id from deliveries d where d.km < 2 order by d.id asc offset 0 limit 9 | "d3"
            SELECT deliveries FROM deliveries WHERE deliveries.id = 'd3' | {"deliveries":{"id":"d3","ownerId":"o1","month":12,"km":1,"packages":[]}}
            """)
    void a_row_is_what_select_makes_of_it(String query, String expected) {
        assertThat(Sql.rows(query, DELIVERIES)).containsExactly(expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            SELECT VALUE c.id FROM c                                 | "d1","d2","d3","d4"
            SELECT VALUE c.km FROM c                                 | 2.5,2.5,1
            SELECT TOP 2 VALUE c.id FROM c                           | "d1","d2"
            SELECT TOP 1 [c.id] FROM c                               | {"$1":["d1"]}
            SELECT TOP 0 VALUE c.id FROM c                           |
            SELECT VALUE c.id FROM c OFFSET 1 LIMIT 2                | "d2","d3"
            SELECT VALUE c.id FROM c OFFSET 9 LIMIT 2                |
            SELECT DISTINCT VALUE c.km FROM c                        | 2.5,1
            SELECT DISTINCT c.km FROM c                              | {"km":2.5},{"km":1},{}
            SELECT DISTINCT TOP 1 VALUE c.ownerId FROM c             | "o1"
            SELECT DISTINCT VALUE c.ownerId FROM c OFFSET 1 LIMIT 1  | "o2"
            SELECT VALUE c.id FROM c WHERE c.km                      |
            SELECT VALUE c.id FROM c WHERE NOT (c.km > 2)            | "d3"
            """)
    void rows_come_in_the_order_of_the_documents(String query, String expected) {
        assertThat(String.join(",", Sql.rows(query, DELIVERIES))).isEqualTo(expected == null ? "" : expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            SELECT VALUE c.id FROM c ORDER BY c.id DESC              | "d4","d3","d2","d1"
            SELECT VALUE c.id FROM c ORDER BY c.km                   | "d4","d3","d1","d2"
            SELECT VALUE c.id FROM c ORDER BY c.km DESC              | "d2","d1","d3","d4"
            SELECT VALUE c.id FROM c ORDER BY c.ownerId, c.month DESC | "d3","d1","d2","d4"
            SELECT VALUE c.id FROM c ORDER BY c.month DESC, c.id     | "d3","d1","d2","d4"
            SELECT TOP 1 VALUE c.id FROM c ORDER BY c.id DESC        | "d4"
            SELECT VALUE c.id FROM c ORDER BY c.id OFFSET 1 LIMIT 2  | "d2","d3"
            SELECT DISTINCT VALUE c.ownerId FROM c ORDER BY c.ownerId DESC | "o2","o1"
            SELECT VALUE c.packages FROM c WHERE c.month = 12 ORDER BY c["id"] | []
            """)
    void order_by_sorts_and_keeps_equal_rows_in_document_order_or_its_reverse(String query, String expected) {
        assertThat(String.join(",", Sql.rows(query, DELIVERIES))).isEqualTo(expected);
    }

    @Test
    void order_by_ranks_types_before_values() {
        List<String> rows = Sql.rows(
                "SELECT VALUE c.id FROM c ORDER BY c.v",
                "{'id':'object','v':{}}",
                "{'id':'array','v':[]}",
                "{'id':'b','v':'b'}",
                "{'id':'B','v':'B'}",
                "{'id':'2','v':2}",
                "{'id':'1.5','v':1.5}",
                "{'id':'true','v':true}",
                "{'id':'false','v':false}",
                "{'id':'null','v':null}",
                "{'id':'undefined'}");
        assertThat(rows)
                .containsExactly(
                        "\"undefined\"",
                        "\"null\"",
                        "\"false\"",
                        "\"true\"",
                        "\"1.5\"",
                        "\"2\"",
                        "\"B\"",
                        "\"b\"",
                        "\"array\"",
                        "\"object\"");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            SELECT VALUE p.kg FROM c JOIN p IN c.packages                     | 1,9,2
            SELECT c.id, p.kg FROM c JOIN p IN c.packages WHERE p.size = 'large' | {"id":"d1","kg":9}
            SELECT VALUE p.kg FROM p IN c.packages WHERE p.kg > 1             | 9,2
            SELECT * FROM p IN deliveries.packages WHERE p.kg = 2             | {"size":"small","kg":2}
            SELECT VALUE c.kg FROM c IN c.packages                            | 1,9,2
            SELECT VALUE a.kg * b.kg FROM c JOIN a IN c.packages JOIN b IN c.packages | 1,9,9,81,4
            SELECT VALUE x FROM c JOIN p IN c.packages JOIN x IN p.none       |
            SELECT VALUE COUNT(1) FROM c JOIN p IN c.packages                 | 3
            SELECT p.size, SUM(p.kg) AS kg FROM p IN c.packages GROUP BY p.size | {"size":"small","kg":3},{"size":"large","kg":9}
            SELECT DISTINCT VALUE p.size FROM c JOIN p IN c.packages          | "small","large"
            SELECT VALUE p.kg FROM c JOIN p IN c.packages ORDER BY c.id DESC  | 2,9,1
            """)
    void join_makes_a_row_of_each_element(String query, String expected) {
        assertThat(String.join(",", Sql.rows(query, DELIVERIES))).isEqualTo(expected == null ? "" : expected);
    }

    @Test
    void an_alias_of_elements_may_hide_the_document() {
        assertThat(
                        Sql.rows(
                                "SELECT VALUE CONCAT(c.k, x) FROM c IN c.groups JOIN x IN c.labels WHERE c.k > 'a'",
                                "{'k':'root','labels':['no'],'groups':[{'k':'a','labels':['1']},{'k':'b','labels':['2','3']}]}"))
                .containsExactly("\"b2\"", "\"b3\"");
    }

    @Test
    void parameters_stand_for_values_of_any_type_and_for_counts() {
        Map<String, Object> parameters =
                Map.of("@owner", "o1", "@months", List.of(11, 12), "@n", 1, "@pattern", "d%", "@unused", 0);
        assertThat(Sql.rows("SELECT TOP @n VALUE c.id FROM c WHERE c.ownerId = @owner", parameters, DELIVERIES))
                .containsExactly("\"d1\"");
        assertThat(Sql.rows("SELECT VALUE c.id FROM c OFFSET @n LIMIT @n", parameters, DELIVERIES))
                .containsExactly("\"d2\"");
        assertThat(Sql.rows("SELECT VALUE c.id FROM c WHERE ARRAY_CONTAINS(@months, c.month)", parameters, DELIVERIES))
                .hasSize(4);
        assertThat(Sql.rows(
                        "SELECT VALUE c.id FROM c WHERE c.id LIKE @pattern AND c.month IN (@n, 12)",
                        parameters,
                        DELIVERIES))
                .containsExactly("\"d3\"");
        assertThat(Sql.rows("SELECT VALUE @months[1] FROM c WHERE c.id = 'd1'", parameters, DELIVERIES))
                .containsExactly("12");
    }

    @Test
    void the_readMany_query_of_the_SDK_finds_its_documents() {
        Map<String, String> parameters = Map.of(
                "@param0", "o1", "@param1", "d1", "@param2", "o2", "@param3", "d4", "@param4", "o1", "@param5", "d4");
        String query = "SELECT * FROM c WHERE ( (c.id = @param1 AND  c[\"ownerId\"] = @param0 ) OR "
                + "(c.id = @param3 AND  c[\"ownerId\"] = @param2 ) OR (c.id = @param5 AND  c[\"ownerId\"] = @param4 ) )";
        assertThat(Sql.rows(query, parameters, DELIVERIES)).hasSize(2);
    }

    @Test
    void a_query_of_ten_thousand_terms_runs() {
        String query = "SELECT VALUE c.id FROM c WHERE c.id = 'x'" + " OR c.id = 'd1'".repeat(10_000);
        assertThat(Sql.rows(query, DELIVERIES)).containsExactly("\"d1\"");
    }
}
