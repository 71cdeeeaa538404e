package io.dronedelivery.localcosmos.sql;

import io.dronedelivery.localcosmos.sql.Expr.BinaryOperator;
import io.dronedelivery.localcosmos.sql.Expr.UnaryOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Parses operators, from the loosest ({@code ?:}, {@code ??}) to the tightest (unary). {@link PrimaryParser} parses their operands. The
 * precedence is that of Azure's own parser, where NOT binds as tightly as a minus sign.
 */
final class ExpressionParser {

    /** Deep enough for queries of people and programs, and shallow enough for the stack. */
    private static final int DEEPEST = 128;

    private static final Map<String, BinaryOperator> COMPARISONS = Map.of(
            "=", BinaryOperator.EQUAL,
            "!=", BinaryOperator.NOT_EQUAL,
            "<>", BinaryOperator.NOT_EQUAL,
            "<", BinaryOperator.LESS,
            "<=", BinaryOperator.LESS_OR_EQUAL,
            ">", BinaryOperator.GREATER,
            ">=", BinaryOperator.GREATER_OR_EQUAL);

    private static final Map<String, BinaryOperator> SUMS =
            Map.of("+", BinaryOperator.ADD, "-", BinaryOperator.SUBTRACT, "||", BinaryOperator.CONCATENATE);

    private static final Map<String, BinaryOperator> PRODUCTS =
            Map.of("*", BinaryOperator.MULTIPLY, "/", BinaryOperator.DIVIDE, "%", BinaryOperator.MODULO);

    private static final Map<String, BinaryOperator> SHIFTS = Map.of(
            "<<", BinaryOperator.SHIFT_LEFT,
            ">>", BinaryOperator.SHIFT_RIGHT,
            ">>>", BinaryOperator.SHIFT_RIGHT_UNSIGNED);

    private static final Map<String, BinaryOperator> BIT_ANDS = Map.of("&", BinaryOperator.BIT_AND);
    private static final Map<String, BinaryOperator> BIT_XORS = Map.of("^", BinaryOperator.BIT_XOR);
    private static final Map<String, BinaryOperator> BIT_ORS = Map.of("|", BinaryOperator.BIT_OR);

    private final Tokens tokens;
    private final PrimaryParser primary;
    private int depth;

    ExpressionParser(Tokens tokens, Function<Expr.SubqueryForm, Expr.Subquery> subqueries) {
        this.tokens = tokens;
        this.primary = new PrimaryParser(tokens, this, subqueries);
    }

    PrimaryParser primary() {
        return primary;
    }

    Select.Written written() {
        int start = tokens.start();
        Expr expr = expression();
        return new Select.Written(expr, tokens.text(start, tokens.end()), start, tokens.end());
    }

    Expr expression() {
        return nested(this::conditional);
    }

    private Expr conditional() {
        Expr left = disjunction();
        for (int length = 0; ; guard(++length)) {
            if (tokens.acceptSymbol("??")) {
                left = new Expr.Coalesce(left, disjunction());
            } else if (tokens.acceptSymbol("?")) {
                Expr then = expression();
                tokens.expectSymbol(":");
                return new Expr.Conditional(left, then, expression());
            } else {
                return left;
            }
        }
    }

    private Expr disjunction() {
        return chain("OR", this::conjunction, Expr.Or::new);
    }

    private Expr conjunction() {
        return chain("AND", this::bits, Expr.And::new);
    }

    private Expr chain(String keyword, Supplier<Expr> term, Function<List<Expr>, Expr> join) {
        Expr first = term.get();
        if (!tokens.peek().isKeyword(keyword)) {
            return first;
        }
        List<Expr> terms = new ArrayList<>(List.of(first));
        while (tokens.acceptKeyword(keyword)) {
            terms.add(term.get());
        }
        return join.apply(List.copyOf(terms));
    }

    /** As in JavaScript, these operators bind less tightly than comparisons. */
    private Expr bits() {
        return operators(BIT_ORS, () -> operators(BIT_XORS, () -> operators(BIT_ANDS, this::comparison)));
    }

    private Expr comparison() {
        Expr left = shift();
        for (int length = 0; ; guard(++length)) {
            BinaryOperator operator = operator(COMPARISONS);
            if (operator != null) {
                left = new Expr.Binary(operator, left, shift());
                continue;
            }
            boolean not = tokens.peek().isKeyword("NOT");
            Token keyword = not ? tokens.peekSecond() : tokens.peek();
            if (!keyword.isKeyword("IN") && !keyword.isKeyword("BETWEEN") && !keyword.isKeyword("LIKE")) {
                return left;
            }
            if (not) {
                tokens.next();
            }
            tokens.next();
            Expr test = switch (keyword.text()) {
                case "IN" -> in(left);
                case "BETWEEN" -> between(left);
                default -> like(left);
            };
            left = not ? new Expr.Unary(UnaryOperator.NOT, test) : test;
        }
    }

    private Expr in(Expr needle) {
        tokens.expectSymbol("(");
        List<Expr> options = primary.list(")");
        if (options.isEmpty()) {
            throw tokens.unexpected("IN needs at least one value before ')'");
        }
        return new Expr.In(needle, options);
    }

    private Expr between(Expr value) {
        Expr low = shift();
        tokens.expectKeyword("AND");
        Expr high = shift();
        return new Expr.And(List.of(
                new Expr.Binary(BinaryOperator.GREATER_OR_EQUAL, value, low),
                new Expr.Binary(BinaryOperator.LESS_OR_EQUAL, value, high)));
    }

    private Expr like(Expr value) {
        Expr pattern = shift();
        if (!tokens.acceptKeyword("ESCAPE")) {
            return new Expr.Like(value, pattern, null);
        }
        Token escape = tokens.peek();
        if (escape.kind() != Token.TokenKind.STRING || escape.text().length() != 1) {
            throw tokens.unexpected("ESCAPE needs a string of one character");
        }
        tokens.next();
        return new Expr.Like(value, pattern, escape.text().charAt(0));
    }

    private Expr shift() {
        return operators(SHIFTS, this::sum);
    }

    private Expr sum() {
        return operators(SUMS, this::product);
    }

    private Expr product() {
        return operators(PRODUCTS, this::unary);
    }

    private Expr operators(Map<String, BinaryOperator> known, Supplier<Expr> operand) {
        Expr left = operand.get();
        for (int length = 0; ; guard(++length)) {
            BinaryOperator operator = operator(known);
            if (operator == null) {
                return left;
            }
            left = new Expr.Binary(operator, left, operand.get());
        }
    }

    private @Nullable BinaryOperator operator(Map<String, BinaryOperator> known) {
        Token token = tokens.peek();
        BinaryOperator operator = token.kind() == Token.TokenKind.SYMBOL ? known.get(token.text()) : null;
        if (operator != null) {
            tokens.next();
        }
        return operator;
    }

    private Expr unary() {
        if (tokens.acceptKeyword("NOT")) {
            return new Expr.Unary(UnaryOperator.NOT, nested(this::unary));
        }
        if (tokens.acceptSymbol("-")) {
            return negative(nested(this::unary));
        }
        if (tokens.acceptSymbol("+")) {
            return new Expr.Unary(UnaryOperator.PLUS, nested(this::unary));
        }
        if (tokens.acceptSymbol("~")) {
            return new Expr.Unary(UnaryOperator.BIT_NOT, nested(this::unary));
        }
        return primary.parse();
    }

    /** Makes a negative number a constant. */
    private static Expr negative(Expr operand) {
        return operand instanceof Expr.Literal literal && literal.value().isNumber()
                ? new Expr.Literal(Values.number(-Numbers.toDouble(literal.value())))
                : new Expr.Unary(UnaryOperator.MINUS, operand);
    }

    <T> T nested(Supplier<T> parser) {
        guard(++depth);
        T parsed = parser.get();
        depth--;
        return parsed;
    }

    /** Refuses expressions that would overflow the stack later: nested expressions, and left-deep chains of operators. */
    void guard(int depthOrLength) {
        if (depthOrLength > DEEPEST) {
            throw tokens.error("The expression is nested too deeply, more than " + DEEPEST + " levels", tokens.peek());
        }
    }
}
