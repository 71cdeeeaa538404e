package io.dronedelivery.localcosmos.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A text is refused at a place in it, or is a query: it runs over any documents, leaving out the documents that its equalities exclude
 * changes nothing, and the query that a plan gives to each partition is one, with the same rows where it is only sorted.
 */
final class QueryFuzz {

    /** Arrays of one element: a chain of joins multiplies the rows by their length. */
    private static final List<JsonNode> DOCUMENTS = Sql.documents(
            "{'id':'1','_rid':'a','ownerId':'o-1','n':1,'ok':true,'tags':['x'],'at':{'y':2024,'a\\\"b':null}}",
            "{'id':'2','_rid':'b','ownerId':'o-2','n':-2.5e10,'ok':false,'tags':[],'at':null}",
            "{'id':'3','_rid':'c','ownerId':1,'n':'1','tags':[{'k':['v']}],'text':'100%_x é😀'}",
            "{'id':'4','_rid':'d'}");

    private static final Pattern DIFFERS_EACH_TIME = Pattern.compile("RAND|GETCURRENT", Pattern.CASE_INSENSITIVE);
    private static final String RESUME_FILTER = "{documentdb-formattableorderbyquery-filter}";

    private QueryFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        String sql = new String(input, StandardCharsets.UTF_8);
        BoundQuery query;
        List<JsonNode> rows;
        try {
            query = bound(sql);
            rows = rows(query, DOCUMENTS);
        } catch (SqlException e) {
            assertIsAReason(e, sql);
            return;
        }
        if (DIFFERS_EACH_TIME.matcher(sql).find()) {
            return;
        }
        assertThat(rows(bound(sql), DOCUMENTS)).isEqualTo(rows);
        if (query.isPlain()) {
            List<JsonNode> possible = DOCUMENTS.stream()
                    .filter(document -> query.equalities().stream().allMatch(fact -> holds(fact, document)))
                    .collect(Collectors.toList());
            assertThat(rows(query, possible)).isEqualTo(rows);
        }
        QueryPlan plan;
        try {
            plan = query.plan(List.of("/ownerId"));
        } catch (SqlException e) {
            assertIsAReason(e, sql);
            return;
        }
        assertPartitionsCanRun(plan, rows);
    }

    private static BoundQuery bound(String sql) {
        Query query = Query.parse(sql);
        Map<String, JsonNode> parameters = new HashMap<>();
        parameters.put("@p", Sql.json("'o-1'"));
        parameters.put("@n", Sql.json("1"));
        parameters.put("@list", Sql.json("['o-1', 1, null]"));
        return query.bind(parameters);
    }

    private static List<JsonNode> rows(BoundQuery query, List<JsonNode> documents) {
        List<JsonNode> rows = new ArrayList<>();
        query.rows(documents.iterator()).forEachRemaining(rows::add);
        return rows;
    }

    private static boolean holds(Equality fact, JsonNode document) {
        JsonNode value = document;
        for (String name : fact.path()) {
            value = value.path(name);
        }
        JsonNode found = value;
        return !found.isMissingNode()
                && fact.values().stream()
                        .anyMatch(wanted -> Equality.key(wanted).equals(Equality.key(found)));
    }

    private static void assertPartitionsCanRun(QueryPlan plan, List<JsonNode> rows) {
        ObjectNode info = plan.queryInfo();
        String rewritten = info.path("rewrittenQuery").asString();
        if (rewritten.isEmpty()) {
            return;
        }
        List<JsonNode> ofPartition = rows(bound(rewritten.replace(RESUME_FILTER, "true")), DOCUMENTS);
        boolean onlySorted = !info.path("orderBy").isEmpty()
                && info.path("distinctType").asString().equals("None")
                && info.path("top").isNull()
                && info.path("limit").isNull();
        if (onlySorted) {
            assertThat(ofPartition.stream().map(row -> row.path("payload")).toList())
                    .isEqualTo(rows);
        }
    }

    private static void assertIsAReason(SqlException refusal, String sql) {
        assertThat(refusal).hasMessageMatching("(?s).{5,}(, at line [0-9]+, column [0-9]+| at most| stops there)");
        assertThat(refusal.start()).isBetween(0, sql.length());
        assertThat(refusal.end()).isBetween(refusal.start(), sql.length());
    }
}
