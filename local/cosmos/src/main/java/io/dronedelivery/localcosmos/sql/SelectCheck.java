package io.dronedelivery.localcosmos.sql;

import io.dronedelivery.localcosmos.sql.Select.Written;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Refuses well-formed queries without a meaning: unknown names, clauses that exclude each other. */
final class SelectCheck {

    private final Select select;
    private final Tokens tokens;
    private final boolean nested;
    private final Set<String> known = new HashSet<>();
    private final List<Token> unknown = new ArrayList<>();

    /** @param nested whether the query is a subquery */
    SelectCheck(Select select, Tokens tokens, boolean nested) {
        this.select = select;
        this.tokens = tokens;
        this.nested = nested;
    }

    /** Returns the names that must be aliases of a query around this one. */
    List<Token> run(List<Token> variables) {
        checkNames(variables);
        checkStar();
        checkClauses();
        checkSortKeys();
        checkGroups();
        return unknown;
    }

    /** Every name must be an alias. The source of a join may use only the aliases before it. */
    private void checkNames(List<Token> variables) {
        Select.From from = select.from();
        for (Select.Join join : from.joins()) {
            // Where only the elements have a name, the first path still starts at the document.
            boolean fromRoot = from.rootVisible() || join == from.joins().get(0);
            Written source = join.source();
            variables.stream()
                    .filter(name -> within(name, source))
                    .filter(name -> !(fromRoot && name.text().equals(from.root())))
                    .forEach(this::checkName);
            String alias = join.alias();
            if (alias != null && (from.rootVisible() && alias.equals(from.root()) || !known.add(alias))) {
                throw tokens.error("The alias '" + alias + "' is used twice", source.start(), source.end());
            }
        }
        if (from.rootVisible()) {
            known.add(from.root());
        }
        variables.stream()
                .filter(name -> from.joins().stream().noneMatch(join -> within(name, join.source())))
                .forEach(this::checkName);
    }

    private static boolean within(Token name, Written written) {
        return name.start() >= written.start() && name.end() <= written.end();
    }

    private void checkName(Token name) {
        if (known.contains(name.text())) {
            return;
        }
        unknown.add(name);
        if (!nested) {
            throw tokens.error("Identifier '" + name.text() + "' could not be resolved", name);
        }
    }

    private void checkStar() {
        if (select.projection() instanceof Select.Star && !select.from().isSingle()) {
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

    /** The names of the queries around this one have a single value, too. */
    private boolean isSingleValued(Expr expr, List<Expr> keys) {
        return expr instanceof Expr.Aggregate
                || keys.contains(expr)
                || !(expr instanceof Expr.Variable variable && known.contains(variable.name()))
                        && expr.children().stream().allMatch(child -> isSingleValued(child, keys));
    }

    private SqlException refuse(String message) {
        return tokens.error(message, 0, "SELECT".length());
    }

    private SqlException refuse(String message, Written place) {
        return tokens.error(message, place.start(), place.end());
    }
}
