package io.dronedelivery.localcosmos.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tools.jackson.databind.JsonNode;

/** True, false and undefined, in any nesting of AND, OR and NOT. */
class ThreeValuedLogicTest {
    private static final List<JsonNode> DOCUMENTS = Sql.documents(
            "{'n':1,'m':2,'s':'a','t':true,'x':null}",
            "{'n':2,'m':1,'s':'b','t':false}",
            "{'n':'1','m':2,'x':0}",
            "{'n':null,'s':null,'t':null}",
            "{'n':{'a':1},'m':[1],'s':[],'x':true}",
            "{}");

    private enum Logic {
        FALSE,
        UNDEFINED,
        TRUE;

        Logic not() {
            return values()[2 - ordinal()];
        }

        /** The order false, undefined, true makes AND the least and OR the greatest. */
        Logic and(Logic other) {
            return ordinal() < other.ordinal() ? this : other;
        }

        Logic or(Logic other) {
            return ordinal() > other.ordinal() ? this : other;
        }
    }

    private record Formula(String written, Logic value) {}

    @Property(tries = 1_000, seed = "17")
    void formulas_have_the_value_of_three_valued_logic(@ForAll("formulas") Formula formula) {
        String query = "SELECT VALUE IS_DEFINED(%1$s) ? (%1$s ? 'TRUE' : 'FALSE') : 'UNDEFINED' FROM c"
                .formatted(formula.written());

        assertThat(first(query).stringValue())
                .as(formula.written())
                .isEqualTo(formula.value().name());
    }

    /** What a filter does not hold for, its negation holds for, unless it is undefined: no document is lost and none comes twice. */
    @Property(tries = 1_000, seed = "17")
    void a_filter_its_negation_and_the_rest_are_all_documents(@ForAll("filters") String filter) {
        List<JsonNode> all = new ArrayList<>(rows(filter));
        all.addAll(rows("NOT (" + filter + ")"));
        all.addAll(rows("NOT IS_DEFINED(NOT (" + filter + "))"));

        assertThat(all).as(filter).containsExactlyInAnyOrderElementsOf(DOCUMENTS);
    }

    private static JsonNode first(String query) {
        return Sql.bind(query, Map.of()).rows(DOCUMENTS.iterator()).next();
    }

    private static List<JsonNode> rows(String filter) {
        List<JsonNode> rows = new ArrayList<>();
        Sql.bind("SELECT * FROM c WHERE " + filter, Map.of())
                .rows(DOCUMENTS.iterator())
                .forEachRemaining(rows::add);
        return rows;
    }

    @Provide
    Arbitrary<Formula> formulas() {
        Arbitrary<Formula> atoms = Arbitraries.of(
                new Formula("true", Logic.TRUE),
                new Formula("false", Logic.FALSE),
                new Formula("undefined", Logic.UNDEFINED),
                new Formula("null", Logic.UNDEFINED),
                new Formula("1", Logic.UNDEFINED),
                new Formula("c.none", Logic.UNDEFINED),
                new Formula("(c.n = 1)", Logic.TRUE),
                new Formula("(c.n != 1)", Logic.FALSE),
                new Formula("(c.n < 'a')", Logic.UNDEFINED));
        // An operator makes of null and 1 what it makes of undefined, and of itself each is a defined value.
        return formulas(atoms, 4)
                .filter(formula ->
                        !formula.written().equals("null") && !formula.written().equals("1"));
    }

    private static Arbitrary<Formula> formulas(Arbitrary<Formula> atoms, int depth) {
        if (depth == 0) {
            return atoms;
        }
        Arbitrary<Formula> smaller = formulas(atoms, depth - 1);
        return Arbitraries.oneOf(
                atoms,
                smaller.map(
                        a -> new Formula("NOT (" + a.written() + ")", a.value().not())),
                Combinators.combine(smaller, smaller)
                        .as((a, b) -> new Formula(
                                "(" + a.written() + " AND " + b.written() + ")",
                                a.value().and(b.value()))),
                Combinators.combine(smaller, smaller)
                        .as((a, b) -> new Formula(
                                "(" + a.written() + " OR " + b.written() + ")",
                                a.value().or(b.value()))));
    }

    @Provide
    Arbitrary<String> filters() {
        Arbitrary<String> values = Arbitraries.of(
                "c.n", "c.m", "c.s", "c.x", "c.none", "1", "2", "'a'", "null", "undefined", "true", "[1]", "{'a':1}");
        Arbitrary<String> comparisons = Combinators.combine(
                        values, Arbitraries.of("=", "!=", "<", "<=", ">", ">="), values)
                .as((a, operator, b) -> a + " " + operator + " " + b);
        Arbitrary<String> others = Combinators.combine(values, values, values)
                .as((a, b, c) -> List.of(
                        a + " IN (" + b + ", " + c + ")",
                        a + " NOT IN (" + b + ", " + c + ")",
                        a + " BETWEEN " + b + " AND " + c,
                        a + " LIKE " + b,
                        "CONTAINS(" + a + ", " + b + ")",
                        "c.t"))
                .flatMap(Arbitraries::of);
        Arbitrary<String> simple = Arbitraries.oneOf(comparisons, others).map(filter -> "(" + filter + ")");
        return Combinators.combine(simple, Arbitraries.of("AND", "OR"), simple, Arbitraries.of("", "NOT "))
                .as((a, operator, b, not) -> a + " " + operator + " " + not + b);
    }
}
