package io.dronedelivery.localcosmos.sql;

import io.dronedelivery.localcosmos.sql.Expr.SubqueryForm;
import io.dronedelivery.localcosmos.sql.Token.TokenKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/** Parses literals, names, paths, calls, arrays and objects, and refuses unsupported constructs by name. */
final class PrimaryParser {

    private final Tokens tokens;
    private final ExpressionParser expressions;
    private final Function<SubqueryForm, Expr.Subquery> subqueries;
    private List<Token> variables = new ArrayList<>();
    private final Map<String, Token> parameters = new LinkedHashMap<>();
    private boolean aggregatesAllowed;

    /** @param subqueries parses a subquery from its SELECT to its closing parenthesis */
    PrimaryParser(Tokens tokens, ExpressionParser expressions, Function<SubqueryForm, Expr.Subquery> subqueries) {
        this.tokens = tokens;
        this.expressions = expressions;
        this.subqueries = subqueries;
    }

    /** The names that must be aliases of FROM or JOIN. They are checked after FROM is parsed. */
    List<Token> variables() {
        return variables;
    }

    /** Replaces the list to which names are added. Returns the former one. */
    List<Token> variables(List<Token> next) {
        List<Token> former = variables;
        variables = next;
        return former;
    }

    /** The first use of each parameter. */
    Map<String, Token> parameters() {
        return parameters;
    }

    /** Returns whether aggregates were allowed before. */
    boolean allowAggregates(boolean allowed) {
        boolean before = aggregatesAllowed;
        aggregatesAllowed = allowed;
        return before;
    }

    Expr parse() {
        Expr expr = atom();
        for (int length = 0; ; expressions.guard(++length)) {
            if (tokens.acceptSymbol(".")) {
                expr = new Expr.Property(expr, propertyName());
            } else if (tokens.acceptSymbol("[")) {
                expr = element(expr);
            } else {
                return expr;
            }
        }
    }

    private String propertyName() {
        Token token = tokens.peek();
        if (token.kind() == TokenKind.KEYWORD) {
            String word = tokens.text(token.start(), token.end());
            throw tokens.unexpected("'" + word + "' is a reserved word, write [\"" + word + "\"]");
        }
        return tokens.expectIdentifier("the name of a property").text();
    }

    private Expr element(Expr of) {
        Expr index = expressions.expression();
        tokens.expectSymbol("]");
        return index instanceof Expr.Literal literal && literal.value().isString()
                ? new Expr.Property(of, literal.value().stringValue())
                : new Expr.Index(of, index);
    }

    /** An expression without a following path. */
    Expr atom() {
        Token token = tokens.peek();
        return switch (token.kind()) {
            case STRING -> new Expr.Literal(Values.text(tokens.next().text()));
            case NUMBER -> new Expr.Literal(number(tokens.next()));
            case PARAMETER -> parameter(tokens.next());
            case IDENTIFIER -> tokens.peekSecond().isSymbol("(") ? call(tokens.next()) : variable(tokens.next());
            case KEYWORD -> keyword(token);
            case SYMBOL -> symbol(token);
            case END -> throw tokens.unexpected("expected an expression");
        };
    }

    private JsonNode number(Token token) {
        try {
            return token.text().chars().allMatch(Character::isDigit)
                    ? Values.integer(Long.parseLong(token.text()))
                    : Values.number(Double.parseDouble(token.text()));
        } catch (NumberFormatException beyondLong) {
            return Values.number(Double.parseDouble(token.text()));
        }
    }

    private Expr parameter(Token token) {
        parameters.putIfAbsent(token.text(), token);
        return new Expr.Parameter(token.text());
    }

    private Expr variable(Token token) {
        variables.add(token);
        return new Expr.Variable(token.text());
    }

    private Expr keyword(Token token) {
        switch (token.text()) {
            case "TRUE":
                return literal(Values.TRUE);
            case "FALSE":
                return literal(Values.FALSE);
            case "NULL":
                return literal(NullNode.getInstance());
            case "UNDEFINED":
                return literal(Values.UNDEFINED);
            case "LEFT", "RIGHT":
                return call(tokens.next());
            case "UDF":
                throw tokens.error("User-defined functions (udf) are not supported", token);
            case "EXISTS":
                return subquery(SubqueryForm.EXISTS);
            case "ARRAY":
                return subquery(SubqueryForm.ARRAY);
            default:
                throw tokens.unexpected("expected an expression");
        }
    }

    private Expr subquery(SubqueryForm form) {
        tokens.next();
        tokens.expectSymbol("(");
        return subqueries.apply(form);
    }

    private Expr literal(JsonNode value) {
        tokens.next();
        return new Expr.Literal(value);
    }

    private Expr symbol(Token token) {
        switch (token.text()) {
            case "(":
                return parenthesized();
            case "[":
                tokens.next();
                return new Expr.ArrayOf(list("]"));
            case "{":
                tokens.next();
                return object();
            default:
                throw tokens.unexpected("expected an expression");
        }
    }

    private Expr parenthesized() {
        tokens.next();
        if (tokens.peek().isKeyword("SELECT")) {
            return subqueries.apply(SubqueryForm.SCALAR);
        }
        Expr expr = expressions.expression();
        tokens.expectSymbol(")");
        return expr;
    }

    /** Expressions separated by commas, and the closing symbol. The list may be empty. */
    List<Expr> list(String close) {
        List<Expr> items = new ArrayList<>();
        if (tokens.acceptSymbol(close)) {
            return items;
        }
        do {
            items.add(expressions.expression());
        } while (tokens.acceptSymbol(","));
        tokens.expectSymbol(close);
        return List.copyOf(items);
    }

    private Expr object() {
        List<String> names = new ArrayList<>();
        List<Expr> values = new ArrayList<>();
        if (!tokens.acceptSymbol("}")) {
            do {
                names.add(
                        tokens.peek().kind() == TokenKind.STRING
                                ? tokens.next().text()
                                : tokens.expectIdentifier("the name of a property")
                                        .text());
                tokens.expectSymbol(":");
                values.add(expressions.expression());
            } while (tokens.acceptSymbol(","));
            tokens.expectSymbol("}");
        }
        return new Expr.ObjectOf(List.copyOf(names), List.copyOf(values));
    }

    private Expr call(Token name) {
        tokens.expectSymbol("(");
        AggregateKind kind = AggregateKind.named(name.text());
        if (kind != null) {
            return aggregate(kind, name);
        }
        BuiltIn function = BuiltIns.named(name.text());
        if (function == null) {
            throw tokens.error("'" + name.text() + "' is not a supported function", name);
        }
        List<Expr> arguments = list(")");
        if (arguments.size() < function.least() || arguments.size() > function.most()) {
            throw tokens.error(function.name() + " takes " + function.arity() + ", not " + arguments.size(), name);
        }
        return new Expr.Call(function, arguments);
    }

    private Expr aggregate(AggregateKind kind, Token name) {
        if (!aggregatesAllowed) {
            throw tokens.error(
                    "The aggregate " + kind + " is allowed in SELECT only, and not in another aggregate", name);
        }
        if (tokens.peek().isSymbol("*")) {
            throw tokens.error(name.text() + "(*) is not supported, use " + kind + "(1)", tokens.peek());
        }
        aggregatesAllowed = false;
        Select.Written argument = expressions.written();
        aggregatesAllowed = true;
        tokens.expectSymbol(")");
        return new Expr.Aggregate(kind, argument);
    }
}
