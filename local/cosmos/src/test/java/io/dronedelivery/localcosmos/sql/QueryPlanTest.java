package io.dronedelivery.localcosmos.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class QueryPlanTest {

    /** What Azure's gateway answers for SELECT * FROM c; the tests give what differs. */
    private static final String PLAIN = "{'distinctType':'None','top':null,'offset':null,'limit':null,'orderBy':[],"
            + "'orderByExpressions':[],'groupByExpressions':[],'groupByAliases':[],'aggregates':[],"
            + "'groupByAliasToAggregateType':{},'rewrittenQuery':'','hasSelectValue':false,'dCountInfo':null,"
            + "'hasNonStreamingOrderBy':false}";

    @Test
    void a_plain_query_goes_to_each_partition_as_it_is() {
        assertThat(info("SELECT * FROM c WHERE c.a = 1")).isEqualTo(Sql.json(PLAIN));
        assertThat(info("SELECT c.a, p FROM c JOIN p IN c.b")).isEqualTo(Sql.json(PLAIN));
        assertThat(info("SELECT * FROM c.home")).isEqualTo(Sql.json(PLAIN));
        assertThat(info("SELECT c.a, (SELECT VALUE COUNT(1) FROM p IN c.b) AS n FROM c WHERE EXISTS(SELECT VALUE 1)"))
                .isEqualTo(Sql.json(PLAIN));
    }

    @Test
    void the_client_merges_sorted_rows_that_carry_their_rid_and_keys() {
        assertPlan(
                "SELECT * FROM c ORDER BY c.id",
                "{'orderBy':['Ascending'],'orderByExpressions':['c.id']}",
                "SELECT c._rid, [{\"item\": c.id}] AS orderByItems, c AS payload\n"
                        + "FROM c\nWHERE ({documentdb-formattableorderbyquery-filter})\nORDER BY c.id");
        assertPlan(
                "SELECT TOP @n f.a, f.b[0] FROM Flights f WHERE f.a = 1 OR f.b = 2 ORDER BY f.a DESC, f[\"b c\"] ASC",
                "{'top':5,'orderBy':['Descending','Ascending'],'orderByExpressions':['f.a','f[\\\"b c\\\"]']}",
                "SELECT TOP 5 f._rid, [{\"item\": f.a}, {\"item\": f[\"b c\"]}] AS orderByItems, "
                        + "{\"a\": f.a, \"$1\": f.b[0]} AS payload\nFROM f\n"
                        + "WHERE ((f.a = 1 OR f.b = 2) AND ({documentdb-formattableorderbyquery-filter}))\n"
                        + "ORDER BY f.a DESC, f[\"b c\"]");
        assertPlan(
                "SELECT VALUE p.kg FROM c JOIN p IN c.packages ORDER BY c.id OFFSET 5 LIMIT 7",
                "{'offset':5,'limit':7,'orderBy':['Ascending'],'orderByExpressions':['c.id'],'hasSelectValue':true}",
                "SELECT c._rid, [{\"item\": c.id}] AS orderByItems, p.kg AS payload\nFROM c\nJOIN p IN c.packages\n"
                        + "WHERE (IS_DEFINED(p.kg) AND ({documentdb-formattableorderbyquery-filter}))\n"
                        + "ORDER BY c.id\nOFFSET 0 LIMIT 12");
    }

    @Test
    void the_client_skips_so_partitions_must_not() {
        assertPlan(
                "SELECT c.id FROM c WHERE c.a = 1 OFFSET @n LIMIT 10",
                "{'offset':5,'limit':10}",
                "SELECT c.id FROM c WHERE c.a = 1 OFFSET 0 LIMIT 15");
        assertPlan("SELECT TOP 3 c.id FROM c", "{'top':3}", "");
    }

    @Test
    void distinct_is_ordered_if_equal_rows_meet_in_the_merge() {
        assertPlan("SELECT DISTINCT VALUE c.id FROM c", "{'distinctType':'Unordered','hasSelectValue':true}", "");
        assertPlan(
                "SELECT DISTINCT TOP 2 VALUE c.a FROM c ORDER BY c.a",
                "{'distinctType':'Ordered','offset':0,'limit':2,'orderBy':['Ascending'],'orderByExpressions':['c.a'],'hasSelectValue':true}",
                "SELECT MIN(c._rid) AS _rid, [{\"item\": c.a}] AS orderByItems, c.a AS payload\nFROM c\n"
                        + "WHERE (IS_DEFINED(c.a) AND ({documentdb-formattableorderbyquery-filter}))\n"
                        + "GROUP BY c.a\nORDER BY c.a");
        assertPlan(
                "SELECT DISTINCT * FROM c ORDER BY c.a OFFSET 1 LIMIT 2",
                "{'distinctType':'Unordered','offset':1,'limit':2,'orderBy':['Ascending'],'orderByExpressions':['c.a']}",
                "SELECT c._rid, [{\"item\": c.a}] AS orderByItems, c AS payload\nFROM c\n"
                        + "WHERE ({documentdb-formattableorderbyquery-filter})\nORDER BY c.a\nOFFSET 0 LIMIT 3");
        assertThat(info("SELECT DISTINCT c.a, c.b FROM c ORDER BY c.b, c.a")
                        .path("distinctType")
                        .asString())
                .isEqualTo("Ordered");
        assertThat(info("SELECT DISTINCT c.a, c.b FROM c ORDER BY c.a")
                        .path("distinctType")
                        .asString())
                .isEqualTo("Unordered");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            COUNT(1)     | Count   | {"item": COUNT(1)}
            CountIf(c.t) | CountIf | {"item": COUNTIF(c.t)}
            MAKELIST(c.a) | MakeList | {"item": MAKELIST(c.a)}
            MakeSet(c.a) | MakeSet | {"item": MAKESET(c.a)}
            sum(c.a + 1) | Sum     | {"item": SUM(c.a + 1)}
            AVG(c.a)     | Average | {"item": {"sum": SUM(c.a), "count": COUNT(c.a)}}
            MIN(c.a)     | Min     | {"item": MIN(c.a), "item2": {"min": MIN(c.a), "count": COUNT(c.a)}}
            MAX(c.a)     | Max     | {"item": MAX(c.a), "item2": {"max": MAX(c.a), "count": COUNT(c.a)}}
            """)
    void partitions_send_the_parts_of_an_aggregate(String aggregate, String type, String parts) {
        assertPlan(
                "SELECT TOP 1 VALUE " + aggregate + " FROM c WHERE c.b = 1 ORDER BY c.a",
                "{'offset':0,'limit':1,'aggregates':['" + type + "'],'hasSelectValue':true}",
                "SELECT VALUE [" + parts + "]\nFROM c\nWHERE (c.b = 1)");
        assertPlan(
                "SELECT " + aggregate + ", 'x' AS label FROM c",
                "{'groupByAliases':['$1','label'],'groupByAliasToAggregateType':{'$1':'" + type + "','label':null}}",
                "SELECT {\"$1\": " + parts + ", \"label\": 'x'} AS payload\nFROM c");
    }

    @Test
    void partitions_send_groups_with_their_keys() {
        assertPlan(
                "SELECT c.zipcode FROM c GROUP BY c.zipcode",
                "{'groupByExpressions':['c.zipcode'],'groupByAliases':['zipcode'],'groupByAliasToAggregateType':{'zipcode':null}}",
                "SELECT [{\"item\": c.zipcode}] AS groupByItems, {\"zipcode\": c.zipcode} AS payload\nFROM c\nGROUP BY c.zipcode");
        assertPlan(
                "SELECT p.size, COUNT(1) AS n FROM p IN c.packages WHERE p.kg > 1 GROUP BY p.size, p.kg OFFSET 0 LIMIT 2",
                "{'offset':0,'limit':2,'groupByExpressions':['p.size','p.kg'],'groupByAliases':['size','n'],"
                        + "'groupByAliasToAggregateType':{'size':null,'n':'Count'}}",
                "SELECT [{\"item\": p.size}, {\"item\": p.kg}] AS groupByItems, "
                        + "{\"size\": p.size, \"n\": {\"item\": COUNT(1)}} AS payload\n"
                        + "FROM p IN c.packages\nWHERE (p.kg > 1)\nGROUP BY p.size, p.kg");
    }

    @Test
    void partitions_send_the_values_of_groups_with_their_keys() {
        assertPlan(
                "SELECT VALUE COUNT(1) FROM c GROUP BY c.a OFFSET 0 LIMIT 3",
                "{'offset':0,'limit':3,'aggregates':['Count'],'groupByExpressions':['c.a'],'hasSelectValue':true}",
                "SELECT [{\"item\": c.a}] AS groupByItems, [{\"item\": COUNT(1)}] AS payload\nFROM c\nGROUP BY c.a");
        assertPlan(
                "SELECT VALUE {\"a\": c.a} FROM c WHERE c.b = 1 GROUP BY c.a",
                "{'groupByExpressions':['c.a'],'hasSelectValue':true}",
                "SELECT [{\"item\": c.a}] AS groupByItems, {\"a\": c.a} AS payload\nFROM c\n"
                        + "WHERE (c.b = 1) AND IS_DEFINED({\"a\": c.a})\nGROUP BY c.a");
    }

    @Test
    void every_rewritten_query_is_one_that_the_engine_runs() {
        for (String query : List.of(
                "SELECT DISTINCT c.a FROM c WHERE c.a != 'it\\'s' -- why\n ORDER BY c.a DESC",
                "SELECT COUNT(1) AS \nn, MAX(c.a /* a */) FROM c GROUP BY c.b",
                "SELECT VALUE AVG(p.a) FROM p IN c.p WHERE c2.x = 1".replace("c2", "p"),
                "SELECT VALUE SUM(x.a) FROM (SELECT c.a FROM c) AS x JOIN c2 IN (SELECT VALUE [x.a])",
                "SELECT VALUE COUNT(1) FROM c.home AS h JOIN (SELECT VALUE 1) JOIN h.town",
                "SELECT h.town, COUNT(1) AS n FROM c.home h GROUP BY h.town",
                "SELECT x FROM c JOIN (SELECT VALUE p FROM p IN c.p) x WHERE EXISTS(SELECT VALUE 1) ORDER BY c.a",
                "SELECT * FROM c OFFSET @n LIMIT @n")) {
            String rewritten = info(query).path("rewrittenQuery").asString();
            Query.parse(rewritten.replace("{documentdb-formattableorderbyquery-filter}", "true"));
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            c.ownerId = 'o1'                              | [["o1"]]
            'o1' = c.ownerId                              | [["o1"]]
            c["ownerId"] = @owner AND c.year = 2026       | [["o2"]]
            c.ownerId IN ('o1', @owner) AND c.month = 1   | [["o1"],["o2"]]
            (c.ownerId = 'o1' AND c.a = 1) OR (c.ownerId = 'o2' AND c.b = 2) | [["o1"],["o2"]]
            c.ownerId = null                              | [[null]]
            c.ownerId = -1                                | [[-1]]
            c.ownerId = 'o1' OR c.year = 2026             | []
            c.ownerId = 'o1' AND c.ownerId = 'o2'         | []
            NOT (c.ownerId = 'o1')                        | []
            c.ownerId != 'o1'                             | []
            c.ownerId LIKE 'o1'                           | []
            c.ownerId = c.id                              | []
            c.home.ownerId = 'o1'                         | []
            c.ownerId = {"a": 1}                          | []
            c.ownerId = LOWER('O1')                       | []
            """)
    void a_filter_on_the_partition_key_narrows_the_ranges(String filter, String expected) {
        assertThat(partitionKeys("SELECT * FROM c WHERE " + filter, "/ownerId")).hasToString(expected);
    }

    @Test
    void a_partition_key_of_several_paths_needs_all_of_them() {
        String query = "SELECT * FROM c WHERE c.tenant.id = 't' AND c.user IN (1, 2)";
        assertThat(partitionKeys(query, "/tenant/id", "/user")).hasToString("[[\"t\",1],[\"t\",2]]");
        assertThat(partitionKeys(query, "/tenant/id", "/session")).isEmpty();
        assertThat(partitionKeys(query)).isEmpty();
    }

    private static JsonNode partitionKeys(String query, String... paths) {
        List<List<JsonNode>> keys =
                Sql.bind(query, Map.of("@owner", "o2")).plan(List.of(paths)).partitionKeys();
        return Sql.json(keys.toString().replace(" ", ""));
    }

    private static ObjectNode info(String query) {
        return Sql.bind(query, Map.of("@n", 5)).plan(List.of("/ownerId")).queryInfo();
    }

    private static void assertPlan(String query, String differences, String rewrittenQuery) {
        ObjectNode expected = (ObjectNode) Sql.json(PLAIN);
        expected.setAll((ObjectNode) Sql.json(differences));
        expected.put("rewrittenQuery", rewrittenQuery);
        assertThat(info(query)).isEqualTo(expected);
    }
}
