package io.dronedelivery.localservicebus.filter;

import io.dronedelivery.localservicebus.filter.SqlLexer.Lexeme;
import io.dronedelivery.localservicebus.filter.SqlLexer.LexemeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A recursive-descent parser of the Service Bus filter language: {@code OR}, {@code AND}, {@code NOT}, comparisons, {@code LIKE},
 * {@code IN}, {@code IS NULL}, {@code EXISTS}, arithmetic, {@code sys.} and {@code user.} properties, {@code newid()}, {@code property()}.
 */
final class SqlParser {
    private static final Set<String> COMPARISONS = Set.of("=", "<>", "!=", "<", "<=", ">", ">=");
    private static final Set<String> RESERVED = Set.of(
            "and", "or", "not", "like", "escape", "in", "is", "null", "exists", "true", "false", "set", "remove");

    /** Service Bus's limit. */
    static final int LONGEST = 1_024;

    /** So that parsing and evaluation fit on any thread's stack. */
    private static final int DEEPEST = 100;

    private static final int SHOWN = 40;

    private final String source;
    private final List<Lexeme> tokens;
    private int at;
    private int depth;

    SqlParser(String source) {
        if (source.length() > LONGEST) {
            throw new SqlSyntaxException(
                    "the expression is longer than " + LONGEST + " characters",
                    LONGEST,
                    source.substring(0, SHOWN) + "...");
        }
        this.source = source;
        this.tokens = SqlLexer.tokens(source);
    }

    static SqlExpression predicate(String source) {
        SqlParser parser = new SqlParser(source);
        SqlExpression predicate = parser.or();
        if (parser.peek().kind() != LexemeKind.END) {
            throw parser.unexpected("AND, OR or the end");
        }
        return predicate;
    }

    SqlExpression or() {
        SqlExpression left = and();
        while (takeWord("or")) {
            left = new SqlExpression.Or(left, and());
        }
        return left;
    }

    private SqlExpression and() {
        SqlExpression left = not();
        while (takeWord("and")) {
            left = new SqlExpression.And(left, not());
        }
        return left;
    }

    private SqlExpression not() {
        return takeWord("not") ? new SqlExpression.Not(nested(this::not)) : comparison();
    }

    private SqlExpression nested(Supplier<SqlExpression> parser) {
        if (++depth > DEEPEST) {
            throw new SqlSyntaxException(
                    "the expression is nested more than " + DEEPEST + " levels deep", peek().position(), source);
        }
        SqlExpression inner = parser.get();
        depth--;
        return inner;
    }

    private SqlExpression comparison() {
        if (takeWord("exists")) {
            expect("(");
            SqlExpression operand = property();
            expect(")");
            return new SqlExpression.Not(new SqlExpression.IsNull(operand));
        }
        SqlExpression left = sum();
        if (peek().kind() == LexemeKind.SYMBOL && COMPARISONS.contains(peek().text())) {
            String operator = next().text();
            return new SqlExpression.Comparison(operator.equals("!=") ? "<>" : operator, left, sum());
        }
        if (takeWord("is")) {
            boolean negated = takeWord("not");
            expectWord("null");
            return negate(new SqlExpression.IsNull(left), negated);
        }
        boolean negated = takeWord("not");
        if (takeWord("in")) {
            return negate(new SqlExpression.In(left, candidates()), negated);
        }
        if (takeWord("like")) {
            return negate(like(left), negated);
        }
        if (negated) {
            throw unexpected("IN or LIKE");
        }
        return left;
    }

    private List<SqlExpression> candidates() {
        expect("(");
        List<SqlExpression> candidates = new ArrayList<>();
        do {
            candidates.add(sum());
        } while (take(","));
        expect(")");
        return List.copyOf(candidates);
    }

    private SqlExpression like(SqlExpression operand) {
        int position = peek().position();
        SqlExpression pattern = sum();
        SqlExpression escape = takeWord("escape") ? sum() : null;
        if (pattern instanceof SqlExpression.Constant constant && !(constant.value() instanceof String)) {
            throw new SqlSyntaxException("LIKE takes a text", position, source);
        }
        if (escape instanceof SqlExpression.Constant constant
                && !(constant.value() instanceof String text && text.length() == 1)) {
            throw new SqlSyntaxException(
                    "ESCAPE takes one character", tokens.get(at - 1).position(), source);
        }
        SqlExpression.Like like = new SqlExpression.Like(operand, pattern, escape);
        FilterLikePattern fixed = like.fixedPattern();
        return fixed == null ? like : new SqlExpression.FixedLike(operand, fixed);
    }

    private SqlExpression sum() {
        SqlExpression left = product();
        while (peek().isSymbol("+") || peek().isSymbol("-")) {
            left = new SqlExpression.Arithmetic(next().text().charAt(0), left, product());
        }
        return left;
    }

    private SqlExpression product() {
        SqlExpression left = operand();
        while (peek().isSymbol("*") || peek().isSymbol("/") || peek().isSymbol("%")) {
            left = new SqlExpression.Arithmetic(next().text().charAt(0), left, operand());
        }
        return left;
    }

    private SqlExpression operand() {
        if (take("-")) {
            return new SqlExpression.Arithmetic('-', new SqlExpression.Constant(0L), nested(this::operand));
        }
        if (take("+")) {
            return nested(this::operand);
        }
        if (take("(")) {
            SqlExpression inner = nested(this::or);
            expect(")");
            return inner;
        }
        return switch (peek().kind()) {
            case TEXT -> new SqlExpression.Constant(next().text());
            case NUMBER -> new SqlExpression.Constant(next().number(source));
            default -> named();
        };
    }

    private SqlExpression named() {
        if (takeWord("true")) {
            return new SqlExpression.Constant(true);
        }
        if (takeWord("false")) {
            return new SqlExpression.Constant(false);
        }
        if (takeWord("null")) {
            return new SqlExpression.Constant(null);
        }
        if (tokens.get(Math.min(at + 1, tokens.size() - 1)).isSymbol("(")) {
            return function();
        }
        return property();
    }

    private SqlExpression function() {
        Lexeme name = next();
        expect("(");
        SqlExpression call;
        if (name.isWord("newid")) {
            call = new SqlExpression.NewId();
        } else if (name.isWord("property") || name.isWord("p")) {
            call = new SqlExpression.NamedValue(sum());
        } else {
            throw new SqlSyntaxException("unknown function " + name.text(), name.position(), source);
        }
        expect(")");
        return call;
    }

    /** A property, in either scope. */
    SqlExpression property() {
        Lexeme name = name();
        if (!take(".")) {
            return new SqlExpression.ApplicationValue(name.text());
        }
        Lexeme member = name();
        if (name.isWord("user")) {
            return new SqlExpression.ApplicationValue(member.text());
        }
        if (!name.isWord("sys")) {
            throw new SqlSyntaxException("unknown scope " + name.text() + " (sys or user)", name.position(), source);
        }
        if (member.isWord("PartitionKey")) {
            return new SqlExpression.PartitionKeyValue();
        }
        return SystemProperty.named(member.text())
                .map(SqlExpression.SystemValue::new)
                .orElseThrow(() ->
                        new SqlSyntaxException("unknown system property " + member.text(), member.position(), source));
    }

    private Lexeme name() {
        Lexeme token = peek();
        boolean reserved = token.kind() == LexemeKind.WORD
                && RESERVED.contains(token.text().toLowerCase(java.util.Locale.ROOT));
        if ((token.kind() != LexemeKind.WORD && token.kind() != LexemeKind.QUOTED_WORD) || reserved) {
            throw unexpected("a property or a value");
        }
        return next();
    }

    private static SqlExpression negate(SqlExpression expression, boolean negated) {
        return negated ? new SqlExpression.Not(expression) : expression;
    }

    Lexeme peek() {
        return tokens.get(at);
    }

    private Lexeme next() {
        return tokens.get(at++);
    }

    boolean takeWord(String word) {
        return peek().isWord(word) && next() != null;
    }

    boolean take(String symbol) {
        return peek().isSymbol(symbol) && next() != null;
    }

    void expect(String symbol) {
        if (!take(symbol)) {
            throw unexpected("'" + symbol + "'");
        }
    }

    private void expectWord(String word) {
        if (!takeWord(word)) {
            throw unexpected(word.toUpperCase(java.util.Locale.ROOT));
        }
    }

    SqlSyntaxException unexpected(String wanted) {
        return new SqlSyntaxException(
                "expected %s, found %s".formatted(wanted, peek().text()), peek().position(), source);
    }
}
