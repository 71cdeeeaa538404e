package io.dronedelivery.localcosmos.sql;

import io.dronedelivery.localcosmos.sql.Expr.SubqueryForm;
import io.dronedelivery.localcosmos.sql.Select.Written;
import io.dronedelivery.localcosmos.sql.Token.TokenKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Parses a whole query, clause by clause, and checks it. */
final class SelectParser {

    /** Azure's limit. */
    private static final int LONGEST_QUERY = 512 * 1024;

    private final Tokens tokens;
    private final ExpressionParser expressions;
    private final FromParser sources;
    private boolean hasSubqueries;

    /** The result: the query, and the first use of each of its parameters. */
    record Parsed(Select select, Map<String, Token> parameters, boolean hasSubqueries) {}

    private SelectParser(String sql) {
        this.tokens = new Tokens(sql);
        this.expressions = new ExpressionParser(tokens, this::subquery);
        this.sources = new FromParser(tokens, expressions, this::subquery);
    }

    static Parsed parse(String sql) {
        if (sql.length() > LONGEST_QUERY) {
            throw new SqlException("The query is longer than " + LONGEST_QUERY + " characters", sql, 0, sql.length());
        }
        return new SelectParser(sql).run();
    }

    private Parsed run() {
        Select select = select(false);
        end();
        new SelectCheck(select, tokens, false).run(expressions.primary().variables());
        return new Parsed(select, Map.copyOf(expressions.primary().parameters()), hasSubqueries);
    }

    /** The names that are no aliases of the subquery are left to the query around it. */
    private Expr.Subquery subquery(SubqueryForm form) {
        hasSubqueries = true;
        PrimaryParser primary = expressions.primary();
        int start = tokens.start();
        List<Token> outer = primary.variables(new ArrayList<>());
        boolean aggregates = primary.allowAggregates(false);
        Select select = expressions.nested(() -> select(true));
        List<Token> free = new SelectCheck(select, tokens, true).run(primary.variables(outer));
        primary.allowAggregates(aggregates);
        outer.addAll(free);
        if (form == SubqueryForm.SCALAR && select.mayRepeat()) {
            throw tokens.error(
                    "The cardinality of a scalar subquery result set cannot be greater than one", start, tokens.end());
        }
        String text = tokens.text(start, tokens.end());
        tokens.expectSymbol(")");
        List<Expr> names = free.stream()
                .<Expr>map(name -> new Expr.Variable(name.text()))
                .distinct()
                .toList();
        return new Expr.Subquery(form, select, names, text);
    }

    private Select select(boolean nested) {
        tokens.expectKeyword("SELECT");
        boolean distinct = tokens.acceptKeyword("DISTINCT");
        refuse("TOP", nested);
        Written top = tokens.acceptKeyword("TOP") ? count() : null;
        Select.Projection projection = projection();
        Select.From from = nested ? sources.inSubquery() : sources.parse();
        Written where = tokens.acceptKeyword("WHERE") ? expressions.written() : null;
        List<Written> groupBy = groupBy();
        refuse("ORDER BY", nested);
        List<Select.SortKey> orderBy = orderBy();
        Written offset = null;
        Written limit = null;
        refuse("OFFSET LIMIT", nested);
        if (tokens.acceptKeyword("OFFSET")) {
            offset = count();
            tokens.expectKeyword("LIMIT");
            limit = count();
        }
        return new Select(distinct, top, projection, from, where, groupBy, orderBy, offset, limit);
    }

    private void refuse(String clause, boolean nested) {
        if (nested && tokens.peek().isKeyword(clause.split(" ")[0])) {
            throw tokens.error("'" + clause + "' is not supported in subqueries", tokens.peek());
        }
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
            String name = sources.alias(column.expr());
            names.add(name != null ? name : "$" + ++unnamed);
            columns.add(column);
        } while (tokens.acceptSymbol(","));
        return new Select.Columns(List.copyOf(names), List.copyOf(columns));
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
        if (token.kind() != TokenKind.END) {
            throw tokens.unexpected("expected the end of the query");
        }
    }
}
