package io.dronedelivery.localcosmos.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlExceptionTest {

    @ParameterizedTest(name = "{index} {0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``                                        | 1  | Syntax error, incorrect syntax near the end of the query: expected SELECT
            SELEC * FROM c                            | 1  | Syntax error, incorrect syntax near 'SELEC': expected SELECT
            SELECT * FORM c                           | 10 | Syntax error, incorrect syntax near 'FORM': expected FROM
            SELECT 1                                  | 9  | Syntax error, incorrect syntax near the end of the query: expected FROM
            SELECT FROM c                             | 8  | Syntax error, incorrect syntax near 'FROM': expected an expression
            SELECT c.id, FROM c                       | 14 | Syntax error, incorrect syntax near 'FROM': expected an expression
            SELECT c.id FROM c WHERE                  | 25 | Syntax error, incorrect syntax near the end of the query: expected an expression
            SELECT c.id FROM c WHERE c.a = = 1        | 32 | Syntax error, incorrect syntax near '=': expected an expression
            SELECT c.id FROM c WHERE (c.a = 1         | 34 | Syntax error, incorrect syntax near the end of the query: expected ')'
            SELECT c.id FROM c WHERE c.a IN ()        | 35 | Syntax error, incorrect syntax near the end of the query: IN needs at least one value before ')'
            SELECT c.id FROM c; DROP TABLE c          | 19 | Syntax error, invalid character ';'
            SELECT c.id FROM c WHERE c.a = 'x         | 32 | The string is not closed
            SELECT c.id FROM c WHERE c.a = 'a\\qb'    | 34 | '\\q' is not an escape of a string
            SELECT c.id FROM c WHERE c.a = '\\u00g0'  | 33 | \\u needs four hexadecimal digits
            SELECT c.id FROM c WHERE c.a = 'it''s'    | 36 | Syntax error, incorrect syntax near ''s'': expected the end of the query
            SELECT c.id FROM c /* comment             | 20 | The comment is not closed
            SELECT c.id FROM c WHERE c.a = 1x         | 32 | The number '1x' is not valid
            SELECT c.id FROM c WHERE c.a = 1e         | 32 | The number '1e' lacks its exponent
            SELECT c.order FROM c                     | 10 | Syntax error, incorrect syntax near 'order': 'order' is a reserved word, write ["order"]
            SELECT c.id AS value FROM c               | 16 | Syntax error, incorrect syntax near 'value': VALUE is a reserved word and cannot be an alias
            SELECT c.1 FROM c                         | 9  | Syntax error, incorrect syntax near '.1': expected FROM
            SELECT * FROM c WHERE c.a LIKE 'x' ESCAPE 'ab' | 43 | Syntax error, incorrect syntax near ''ab'': ESCAPE needs a string of one character
            SELECT * FROM c LIMIT 5                   | 17 | Syntax error, incorrect syntax near 'LIMIT': LIMIT needs OFFSET before it
            SELECT * FROM c OFFSET 5                  | 25 | Syntax error, incorrect syntax near the end of the query: expected LIMIT
            SELECT TOP c.n * FROM c                   | 12 | Syntax error, incorrect syntax near 'c': expected a number or a parameter
            SELECT * FROM c JOIN p IN [1]             | 27 | Syntax error, incorrect syntax near '[': expected a path such as c.items, or a subquery
            """)
    void syntax_errors_name_what_stands_where_something_else_was_expected(String query, int column, String message) {
        assertRefused(query, column, message);
    }

    @ParameterizedTest(name = "{index} {0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            SELECT ST_WITHIN(c.a, c.b) FROM c         | 8  | 'ST_WITHIN' is not a supported function
            SELECT * FROM c ORDER BY VectorDistance(c.v, [1]) | 26 | 'VectorDistance' is not a supported function
            SELECT * FROM c WHERE FullTextContains(c.t, 'x') | 23 | 'FullTextContains' is not a supported function
            SELECT * FROM c ORDER BY RANK FullTextScore(c.t, ['x']) | 26 | ORDER BY RANK is not supported
            SELECT udf.tax(c.price) FROM c            | 8  | User-defined functions (udf) are not supported
            SELECT * FROM (SELECT DISTINCT c.a FROM c) AS x | 15 | DISTINCT, GROUP BY and aggregates over documents are not supported in the subquery of FROM
            SELECT * FROM (SELECT * FROM (SELECT COUNT(1) AS n FROM c) y) AS x | 15 | DISTINCT, GROUP BY and aggregates over documents are not supported in the subquery of FROM
            SELECT * FROM (SELECT VALUE 1) AS x       | 15 | The subquery in FROM does not name the container
            SELECT VALUE x FROM c JOIN x IN LOWER(c.a) | 33 | JOIN and FROM need a path such as c.items, or a subquery
            SELECT VALUE (SELECT TOP 1 VALUE t FROM t IN c.t) FROM c | 22 | 'TOP' is not supported in subqueries
            SELECT VALUE ARRAY(SELECT VALUE t FROM t IN c.t ORDER BY t) FROM c | 49 | 'ORDER BY' is not supported in subqueries
            SELECT VALUE ARRAY(SELECT VALUE t FROM t IN c.t OFFSET 0 LIMIT 1) FROM c | 49 | 'OFFSET LIMIT' is not supported in subqueries
            SELECT VALUE (SELECT VALUE t FROM t IN c.t) FROM c | 15 | The cardinality of a scalar subquery result set cannot be greater than one
            SELECT * FROM c WHERE (SELECT VALUE x FROM (SELECT VALUE t FROM t IN c.t) x) = 1 | 24 | The cardinality of a scalar subquery result set cannot be greater than one
            SELECT COUNT(*) FROM c                    | 14 | COUNT(*) is not supported, use COUNT(1)
            """)
    void unsupported_constructs_are_named(String query, int column, String message) {
        assertRefused(query, column, message);
    }

    @ParameterizedTest(name = "{index} {0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            SELECT d.id FROM c                        | 8  | Identifier 'd' could not be resolved
            SELECT * FROM c WHERE id = 1              | 23 | Identifier 'id' could not be resolved
            SELECT C.id FROM c                        | 8  | Identifier 'C' could not be resolved
            SELECT VALUE c FROM t IN c.tags           | 14 | Identifier 'c' could not be resolved
            SELECT VALUE t FROM c JOIN t IN x.tags    | 33 | Identifier 'x' could not be resolved
            SELECT VALUE b FROM c JOIN a IN b.x JOIN b IN c.x | 33 | Identifier 'b' could not be resolved
            SELECT VALUE 1 FROM t IN c.tags JOIN u IN c.more | 43 | Identifier 'c' could not be resolved
            SELECT VALUE 1 FROM c JOIN c IN c.tags    | 33 | The alias 'c' is used twice
            SELECT VALUE i FROM c WHERE EXISTS(SELECT VALUE i FROM i IN c.tags) | 14 | Identifier 'i' could not be resolved
            SELECT VALUE ARRAY(SELECT VALUE d FROM d IN e.tags) FROM c | 45 | Identifier 'e' could not be resolved
            SELECT VALUE x FROM (SELECT c.id FROM c) AS x WHERE c.a = 1 | 53 | Identifier 'c' could not be resolved
            SELECT VALUE x FROM (SELECT c.id, d.id FROM c) AS x | 35 | Identifier 'd' could not be resolved
            SELECT VALUE (SELECT COUNT(1) AS n, i.a AS m FROM i IN c.t) FROM c | 37 | 'i.a' is invalid in the select list because it is not contained in either an aggregate function or the GROUP BY clause
            SELECT c.a, (SELECT VALUE c.b) AS b FROM c GROUP BY c.a | 13 | '(SELECT VALUE c.b)' is invalid in the select list because it is not contained in either an aggregate function or the GROUP BY clause
            SELECT VALUE 1 FROM c JOIN a IN c.t JOIN b IN c.t JOIN d IN c.t JOIN e IN c.t JOIN f IN c.t JOIN g IN c.t JOIN h IN c.t JOIN i IN c.t JOIN j IN c.t JOIN k IN c.t JOIN l IN c.t | 163 | The query has more than 10 JOINs
            SELECT * FROM c JOIN t IN c.tags          | 1  | 'SELECT *' is only valid with a single input set
            SELECT LOWER() FROM c                     | 8  | LOWER takes 1 argument, not 0
            SELECT CONTAINS(c.a) FROM c               | 8  | CONTAINS takes 2 to 3 arguments, not 1
            SELECT CONCAT(c.a) FROM c                 | 8  | CONCAT takes at least 2 arguments, not 1
            SELECT * FROM c WHERE COUNT(1) > 1        | 23 | The aggregate COUNT is allowed in SELECT only, and not in another aggregate
            SELECT SUM(COUNT(1)) FROM c               | 12 | The aggregate COUNT is allowed in SELECT only, and not in another aggregate
            SELECT c.kind, COUNT(1) FROM c            | 8  | 'c.kind' is invalid in the select list because it is not contained in either an aggregate function or the GROUP BY clause
            SELECT c.a, c.b FROM c GROUP BY c.a       | 13 | 'c.b' is invalid in the select list because it is not contained in either an aggregate function or the GROUP BY clause
            SELECT * FROM c GROUP BY c.a              | 26 | 'SELECT *' is not allowed with GROUP BY
            SELECT c.a FROM c GROUP BY c.a ORDER BY c.a | 41 | ORDER BY is not supported with GROUP BY
            SELECT DISTINCT c.a FROM c GROUP BY c.a   | 37 | DISTINCT is not supported with GROUP BY
            SELECT TOP 1 * FROM c OFFSET 0 LIMIT 1    | 30 | TOP is not allowed with OFFSET LIMIT
            SELECT * FROM c ORDER BY c.a + 1          | 26 | ORDER BY item expression 'c.a + 1' could not be mapped to a document path
            SELECT VALUE p FROM c JOIN p IN c.x ORDER BY p.a | 46 | ORDER BY item expression 'p.a' could not be mapped to a document path
            """)
    void queries_without_meaning_are_explained(String query, int column, String message) {
        assertRefused(query, column, message);
    }

    @ParameterizedTest(name = "{index} {0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            SELECT * FROM c WHERE c.a = @b  | 29 | The parameter @b has no value
            SELECT TOP @text * FROM c       | 12 | '@text' must be a whole number from 0 to 2147483647
            SELECT TOP 1.5 * FROM c         | 12 | '1.5' must be a whole number from 0 to 2147483647
            SELECT TOP 3000000000 * FROM c  | 12 | '3000000000' must be a whole number from 0 to 2147483647
            SELECT * FROM c OFFSET 0 LIMIT @negative | 32 | '@negative' must be a whole number from 0 to 2147483647
            """)
    void binding_refuses_missing_and_unfit_values(String query, int column, String message) {
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> Sql.bind(query, Map.of("@text", "five", "@negative", -1)))
                .withMessage(message + ", at line 1, column " + column);
    }

    @ParameterizedTest(name = "{index} {0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            SELECT VALUE COUNT(1) + 1 FROM c            | Compositions of aggregates and other expressions are not allowed
            SELECT MAX(c.a) - MIN(c.a) AS range FROM c  | Compositions of aggregates and other expressions are not allowed
            SELECT VALUE {n: COUNT(1)} FROM c GROUP BY c.a | Compositions of aggregates and other expressions are not allowed
            """)
    void plans_refuse_what_clients_cannot_put_together(String query, String message) {
        BoundQuery bound = Sql.bind(query, Map.of());
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> bound.plan(List.of("/id")))
                .withMessageStartingWith(message);
    }

    @Test
    void the_place_is_given_by_line_and_column_and_by_offsets() {
        SqlException error =
                catchThrowableOfType(SqlException.class, () -> Query.parse("SELECT *\nFROM c\nWHERE c.a = NOPE(1)"));
        assertThat(error).hasMessage("'NOPE' is not a supported function, at line 3, column 13");
        assertThat(error.start()).isEqualTo(28);
        assertThat(error.end()).isEqualTo(32);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "REPLACE(c.s, 'a', c.s)",
                "REPLACE(REPLACE(REPLICATE('a', 9000), 'a', REPLICATE('a', 9000)), 'a', 'bb')",
                "CONCAT(c.s, c.s, c.s, c.s, c.s)",
                "c.s || c.s || c.s || c.s || c.s"
            })
    void a_text_beyond_reason_is_refused_and_does_not_fill_the_heap(String expression) {
        String document = "{'s':'" + "a".repeat(1024 * 1024) + "'}";

        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> Sql.value(expression, document))
                .withMessageContaining("4194304 characters");
        assertThat(Sql.value("LENGTH(REPLACE(c.s || c.s, 'a', 'bb'))", document))
                .isEqualTo("4194304");
        assertThat(Sql.value("LENGTH(CONCAT(c.s, c.s, c.s, c.s))", document)).isEqualTo("4194304");
    }

    @Test
    void nesting_beyond_reason_is_refused_and_not_a_stack_overflow() {
        assertTooDeep("SELECT VALUE " + "(".repeat(100_000));
        assertTooDeep("SELECT VALUE " + "-".repeat(2).replace("-", "- ").repeat(50_000) + "1 FROM c");
        assertTooDeep("SELECT VALUE 1" + " + 1".repeat(100_000) + " FROM c");
        assertTooDeep("SELECT VALUE 1" + " ?? 1".repeat(100_000) + " FROM c");
        assertTooDeep("SELECT VALUE c" + ".a".repeat(100_000) + " FROM c");
        assertTooDeep("SELECT VALUE " + "[".repeat(100_000));
        assertTooDeep("SELECT VALUE 1 FROM " + "(SELECT * FROM ".repeat(10_000));
        assertTooDeep("SELECT VALUE " + "(SELECT VALUE ".repeat(10_000));
        assertThat(Sql.value("(".repeat(100) + "1" + ")".repeat(100), "{}")).isEqualTo("1");
    }

    private static void assertTooDeep(String query) {
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> Query.parse(query))
                .withMessageContaining("nested too deeply");
    }

    private static void assertRefused(String query, int column, String message) {
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> Query.parse(query))
                .withMessage(message + ", at line 1, column " + column);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT VALUE [%s] FROM c",
                "SELECT VALUE {'all': [%s]} FROM c",
                "SELECT c.s AS a, [%s] AS b FROM c",
                "SELECT DISTINCT VALUE [%s] FROM c",
                "SELECT VALUE [%s] FROM c JOIN x IN c.n"
            })
    void a_row_that_is_larger_than_an_answer_is_refused(String query) {
        String document = "{'s':'" + "x".repeat(1024 * 1024) + "','n':[1,2]}";

        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> Sql.rows(query.formatted("c,".repeat(99_999) + "c"), document))
                .withMessageContaining("8388608 characters");
        assertThat(Sql.rows(query.formatted("c.s,c.s,c.s,c.s"), document)).isNotEmpty();
    }

    @Test
    void an_array_that_is_larger_than_an_answer_is_refused() {
        String document = "{'n':[" + "1,".repeat(262_143) + "1]}";

        assertThat(Sql.value("ARRAY_LENGTH(ARRAY_CONCAT(" + "c.n,".repeat(7) + "c.n))", document))
                .isEqualTo("2097152");
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> Sql.value("ARRAY_LENGTH(ARRAY_CONCAT(" + "c.n,".repeat(8) + "c.n))", document))
                .withMessageContaining("2097152 elements");
    }
}
