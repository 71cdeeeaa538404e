package io.dronedelivery.localcosmos.sql;

import io.dronedelivery.localcosmos.sql.Select.Written;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Refuses well-formed queries without a meaning: unknown names, clauses that exclude each other. */
final class SelectCheck {

    private final Select select;
    private final Tokens tokens;

    SelectCheck(Select select, Tokens tokens) {
        this.select = select;
        this.tokens = tokens;
    }

    void run(List<Token> variables) {
        checkNames(variables);
        checkStar();
        checkClauses();
        checkSortKeys();
        checkGroups();
    }

    /** Every name must be an alias. The path of a join may use only the aliases before it. */
    private void checkNames(List<Token> variables) {
        Select.From from = select.from();
        Set<String> known = new HashSet<>();
        for (Select.Join join : from.joins()) {
            // Where only the elements have a name, the first path still starts at the document.
            boolean fromRoot = from.rootVisible() || join == from.joins().get(0);
            Written source = join.source();
            variables.stream()
                    .filter(name -> within(name, source))
                    .filter(name -> !(fromRoot && name.text().equals(from.root())))
                    .forEach(name -> checkName(name, known));
            if (from.rootVisible() && join.alias().equals(from.root()) || !known.add(join.alias())) {
                throw tokens.error("The alias '" + join.alias() + "' is used twice", source.start(), source.end());
            }
        }
        if (from.rootVisible()) {
            known.add(from.root());
        }
        variables.stream()
                .filter(name -> from.joins().stream().noneMatch(join -> within(name, join.source())))
                .forEach(name -> checkName(name, known));
    }

    private static boolean within(Token name, Written written) {
        return name.start() >= written.start() && name.end() <= written.end();
    }

    private void checkName(Token name, Set<String> known) {
        if (!known.contains(name.text())) {
            throw tokens.error("Identifier '" + name.text() + "' could not be resolved", name);
        }
    }

    private void checkStar() {
        if (select.projection() instanceof Select.Star && select.from().single() == null) {
            throw refuse("'SELECT *' is only valid with a single input set");
        }
    }

    private void checkClauses() {
        if (select.top() != null && select.offset() != null) {
            throw refuse("TOP is not allowed with OFFSET LIMIT", select.offset());
        }
        if (!select.groupBy().isEmpty() && select.distinct()) {
            throw refuse(
                    "DISTINCT is not supported with GROUP BY", select.groupBy().get(0));
        }
        if (!select.groupBy().isEmpty() && !select.orderBy().isEmpty() && !Rewriter.isRewritten(select)) {
            throw refuse(
                    "ORDER BY is not supported with GROUP BY",
                    select.orderBy().get(0).expression());
        }
        if (!select.groupBy().isEmpty() && select.projection() instanceof Select.Star) {
            throw refuse(
                    "'SELECT *' is not allowed with GROUP BY", select.groupBy().get(0));
        }
    }

    /** Azure sorts by its index, which has only paths of the document. */
    private void checkSortKeys() {
        for (Select.SortKey key : select.orderBy()) {
            if (!select.from().rootVisible()
                    || Paths.of(key.expression().expr(), select.from().root()) == null) {
                throw refuse(
                        "ORDER BY item expression '" + key.expression().text()
                                + "' could not be mapped to a document path",
                        key.expression());
            }
        }
    }

    /** Besides aggregates, only expressions with one value for the whole group may be selected. */
    private void checkGroups() {
        if (!select.isGrouped()) {
            return;
        }
        List<Expr> keys = select.groupBy().stream().map(Written::expr).toList();
        for (Written selected : select.projection().expressions()) {
            if (!isSingleValued(selected.expr(), keys)) {
                throw refuse(
                        "'" + selected.text() + "' is invalid in the select list because it is not contained in either"
                                + " an aggregate function or the GROUP BY clause",
                        selected);
            }
        }
    }

    private static boolean isSingleValued(Expr expr, List<Expr> keys) {
        return expr instanceof Expr.Aggregate
                || keys.contains(expr)
                || !(expr instanceof Expr.Variable)
                        && expr.children().stream().allMatch(child -> isSingleValued(child, keys));
    }

    private SqlException refuse(String message) {
        return tokens.error(message, 0, "SELECT".length());
    }

    private SqlException refuse(String message, Written place) {
        return tokens.error(message, place.start(), place.end());
    }
}
