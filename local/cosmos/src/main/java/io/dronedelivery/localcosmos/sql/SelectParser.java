package io.dronedelivery.localcosmos.sql;

import io.dronedelivery.localcosmos.sql.Select.Written;
import io.dronedelivery.localcosmos.sql.Token.TokenKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses a whole query, clause by clause, and checks it. */
final class SelectParser {

    /** Azure's limit. */
    private static final int LONGEST_QUERY = 512 * 1024;

    private final Tokens tokens;
    private final ExpressionParser expressions;

    /** The result: the query, and the first use of each of its parameters. */
    record Parsed(Select select, Map<String, Token> parameters) {}

    private SelectParser(String sql) {
        this.tokens = new Tokens(sql);
        this.expressions = new ExpressionParser(tokens);
    }

    static Parsed parse(String sql) {
        if (sql.length() > LONGEST_QUERY) {
            throw new SqlException("The query is longer than " + LONGEST_QUERY + " characters", sql, 0, sql.length());
        }
        return new SelectParser(sql).run();
    }

    private Parsed run() {
        tokens.expectKeyword("SELECT");
        boolean distinct = tokens.acceptKeyword("DISTINCT");
        Written top = tokens.acceptKeyword("TOP") ? count() : null;
        Select.Projection projection = projection();
        Select.From from = from();
        Written where = tokens.acceptKeyword("WHERE") ? expressions.written() : null;
        List<Written> groupBy = groupBy();
        List<Select.SortKey> orderBy = orderBy();
        Written offset = null;
        Written limit = null;
        if (tokens.acceptKeyword("OFFSET")) {
            offset = count();
            tokens.expectKeyword("LIMIT");
            limit = count();
        }
        end();
        Select select = new Select(distinct, top, projection, from, where, groupBy, orderBy, offset, limit);
        new SelectCheck(select, tokens).run(expressions.primary().variables());
        return new Parsed(select, Map.copyOf(expressions.primary().parameters()));
    }

    /** TOP, OFFSET and LIMIT take a number or a parameter, not an expression. */
    private Written count() {
        Token token = tokens.peek();
        if (token.kind() != TokenKind.NUMBER && token.kind() != TokenKind.PARAMETER) {
            throw tokens.unexpected("expected a number or a parameter");
        }
        Expr count = expressions.primary().atom();
        return new Written(count, tokens.text(token.start(), token.end()), token.start(), token.end());
    }

    private Select.Projection projection() {
        if (tokens.acceptSymbol("*")) {
            return new Select.Star();
        }
        expressions.primary().allowAggregates(true);
        Select.Projection projection =
                tokens.acceptKeyword("VALUE") ? new Select.Value(expressions.written()) : columns();
        expressions.primary().allowAggregates(false);
        return projection;
    }

    private Select.Projection columns() {
        List<String> names = new ArrayList<>();
        List<Written> columns = new ArrayList<>();
        int unnamed = 0;
        do {
            Written column = expressions.written();
            String name = alias();
            if (name == null) {
                name = ownName(column.expr());
            }
            names.add(name != null ? name : "$" + ++unnamed);
            columns.add(column);
        } while (tokens.acceptSymbol(","));
        return new Select.Columns(List.copyOf(names), List.copyOf(columns));
    }

    private @Nullable String alias() {
        if (tokens.acceptKeyword("AS") || tokens.peek().kind() == TokenKind.IDENTIFIER) {
            return tokens.expectIdentifier("an alias").text();
        }
        return null;
    }

    /** The name of a column without an alias: that of its property or source. */
    private static @Nullable String ownName(Expr expr) {
        if (expr instanceof Expr.Property property) {
            return property.name();
        }
        return expr instanceof Expr.Variable variable ? variable.name() : null;
    }

    private Select.From from() {
        tokens.expectKeyword("FROM");
        refuseSubquery();
        Token first = tokens.expectIdentifier("the name of a container");
        List<Select.Join> joins = new ArrayList<>();
        if (tokens.acceptKeyword("IN")) {
            // FROM x IN c.path: only here c is the document.
            Token root = tokens.peek();
            joins.add(new Select.Join(first.text(), path()));
            return new Select.From(root.text(), false, joins(joins));
        }
        if (tokens.peek().isSymbol(".") || tokens.peek().isSymbol("[")) {
            throw tokens.error(
                    "FROM a path is not supported, use FROM x IN " + first.text() + "... for the elements of an array",
                    first);
        }
        String alias = alias();
        return new Select.From(alias != null ? alias : first.text(), true, joins(joins));
    }

    private List<Select.Join> joins(List<Select.Join> joins) {
        while (tokens.acceptKeyword("JOIN")) {
            refuseSubquery();
            Token alias = tokens.expectIdentifier("an alias");
            tokens.expectKeyword("IN");
            refuseSubquery();
            joins.add(new Select.Join(alias.text(), path()));
        }
        return List.copyOf(joins);
    }

    private void refuseSubquery() {
        if (tokens.peek().isSymbol("(")) {
            throw tokens.error("Subqueries are not supported: FROM (...)", tokens.peek());
        }
    }

    private Written path() {
        int start = tokens.start();
        if (tokens.peek().kind() != TokenKind.IDENTIFIER) {
            throw tokens.unexpected("expected a path such as c.items");
        }
        Expr path = expressions.primary().parse();
        if (!isPath(path)) {
            throw tokens.error("JOIN and FROM ... IN need a path such as c.items", start, tokens.end());
        }
        return new Written(path, tokens.text(start, tokens.end()), start, tokens.end());
    }

    private static boolean isPath(Expr expr) {
        if (expr instanceof Expr.Property property) {
            return isPath(property.of());
        }
        return expr instanceof Expr.Index index ? isPath(index.of()) : expr instanceof Expr.Variable;
    }

    private List<Written> groupBy() {
        List<Written> keys = new ArrayList<>();
        if (tokens.acceptKeyword("GROUP")) {
            tokens.expectKeyword("BY");
            do {
                keys.add(expressions.written());
            } while (tokens.acceptSymbol(","));
        }
        return List.copyOf(keys);
    }

    private List<Select.SortKey> orderBy() {
        List<Select.SortKey> keys = new ArrayList<>();
        if (tokens.acceptKeyword("ORDER")) {
            tokens.expectKeyword("BY");
            Token first = tokens.peek();
            if (first.kind() == TokenKind.IDENTIFIER && first.text().equalsIgnoreCase("RANK")) {
                throw tokens.error("ORDER BY RANK is not supported", first);
            }
            do {
                Written key = expressions.written();
                boolean descending = tokens.acceptKeyword("DESC");
                if (!descending) {
                    tokens.acceptKeyword("ASC");
                }
                keys.add(new Select.SortKey(key, descending));
            } while (tokens.acceptSymbol(","));
        }
        return List.copyOf(keys);
    }

    private void end() {
        Token token = tokens.peek();
        if (token.isKeyword("LIMIT")) {
            throw tokens.unexpected("LIMIT needs OFFSET before it");
        }
        if (token.kind() == TokenKind.SYMBOL
                && List.of("&", "|", "^", "<<", ">>").contains(token.text())) {
            throw tokens.error("The bitwise operator '" + token.text() + "' is not supported", token);
        }
        if (token.kind() != TokenKind.END) {
            throw tokens.unexpected("expected the end of the query");
        }
    }
}
