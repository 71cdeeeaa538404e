package io.dronedelivery.localcosmos.sql;

import io.dronedelivery.localcosmos.sql.Expr.SubqueryForm;
import io.dronedelivery.localcosmos.sql.Select.Written;
import io.dronedelivery.localcosmos.sql.Token.TokenKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

final class FromParser {

    /** Azure's limit. */
    private static final int MOST_JOINS = 10;

    private final Tokens tokens;
    private final ExpressionParser expressions;
    private final Function<SubqueryForm, Expr.Subquery> subqueries;
    private int joined;

    /** @param subqueries parses a subquery from its SELECT to its closing parenthesis */
    FromParser(Tokens tokens, ExpressionParser expressions, Function<SubqueryForm, Expr.Subquery> subqueries) {
        this.tokens = tokens;
        this.expressions = expressions;
        this.subqueries = subqueries;
    }

    /** The sources of a whole query. The first one is the container, or comes from it. */
    Select.From parse() {
        tokens.expectKeyword("FROM");
        Token name = tokens.peek();
        Token next = tokens.peekSecond();
        boolean path = next.isKeyword("IN") || next.isSymbol(".") || next.isSymbol("[");
        if (name.kind() == TokenKind.IDENTIFIER && !path) {
            String alias = alias(new Expr.Variable(tokens.next().text()));
            return new Select.From(Objects.requireNonNull(alias), true, joins(new ArrayList<>()));
        }
        Select.Join first = source("the name of a container");
        return new Select.From(container(first.source()), false, joins(new ArrayList<>(List.of(first))));
    }

    /** The sources of a subquery, which may have none: then it has one row. */
    Select.From inSubquery() {
        List<Select.Join> sources = new ArrayList<>();
        if (tokens.acceptKeyword("FROM")) {
            sources.add(source("an alias"));
        }
        return new Select.From("", false, sources.isEmpty() ? List.of() : joins(sources));
    }

    private List<Select.Join> joins(List<Select.Join> joins) {
        for (Token join = tokens.peek(); tokens.acceptKeyword("JOIN"); join = tokens.peek()) {
            if (++joined > MOST_JOINS) {
                throw tokens.error("The query has more than " + MOST_JOINS + " JOINs", join);
            }
            joins.add(source("an alias"));
        }
        return List.copyOf(joins);
    }

    /** {@code alias IN source}, or {@code source [AS] alias}. */
    private Select.Join source(String expected) {
        if (!tokens.peek().isSymbol("(") && tokens.peekSecond().isKeyword("IN")) {
            String alias = tokens.expectIdentifier(expected).text();
            tokens.next();
            return new Select.Join(alias, written(), true);
        }
        if (!tokens.peek().isSymbol("(") && tokens.peek().kind() != TokenKind.IDENTIFIER) {
            tokens.expectIdentifier(expected);
        }
        Written source = written();
        return new Select.Join(alias(source.expr()), source, false);
    }

    private Written written() {
        int start = tokens.start();
        Expr expr;
        if (tokens.acceptSymbol("(")) {
            expr = subqueries.apply(SubqueryForm.ROWS);
        } else if (tokens.peek().kind() == TokenKind.IDENTIFIER) {
            expr = expressions.primary().parse();
            if (!isPath(expr)) {
                throw tokens.error("JOIN and FROM need a path such as c.items, or a subquery", start, tokens.end());
            }
        } else {
            throw tokens.unexpected("expected a path such as c.items, or a subquery");
        }
        return new Written(expr, tokens.text(start, tokens.end()), start, tokens.end());
    }

    private static boolean isPath(Expr expr) {
        if (expr instanceof Expr.Property property) {
            return isPath(property.of());
        }
        return expr instanceof Expr.Index index ? isPath(index.of()) : expr instanceof Expr.Variable;
    }

    /** The container from whose documents a source comes: the name at which a path begins, or the only one that a subquery takes from here. */
    private String container(Written source) {
        Expr expr = source.expr();
        while (!(expr instanceof Expr.Variable) && !(expr instanceof Expr.Subquery)) {
            expr = expr.children().get(0);
        }
        if (expr instanceof Expr.Variable variable) {
            return variable.name();
        }
        refuseFolding((Expr.Subquery) expr, source);
        if (expr.children().isEmpty()) {
            throw tokens.error("The subquery in FROM does not name the container", source.start(), source.end());
        }
        return ((Expr.Variable) expr.children().get(0)).name();
    }

    /** Here a subquery is run for one document after the other. */
    private void refuseFolding(Expr.Subquery subquery, Written place) {
        Select select = subquery.select();
        if (select.distinct() || select.isGrouped()) {
            throw tokens.error(
                    "DISTINCT, GROUP BY and aggregates over documents are not supported in the subquery of FROM",
                    place.start(),
                    place.end());
        }
        if (!select.from().joins().isEmpty()
                && select.from().joins().get(0).source().expr() instanceof Expr.Subquery inner) {
            refuseFolding(inner, place);
        }
    }

    /** The alias that follows. Otherwise that of the expression itself: its property or source, or null. */
    @Nullable
    String alias(Expr expr) {
        if (tokens.acceptKeyword("AS") || tokens.peek().kind() == TokenKind.IDENTIFIER) {
            return tokens.expectIdentifier("an alias").text();
        }
        if (expr instanceof Expr.Property property) {
            return property.name();
        }
        return expr instanceof Expr.Variable variable ? variable.name() : null;
    }
}
