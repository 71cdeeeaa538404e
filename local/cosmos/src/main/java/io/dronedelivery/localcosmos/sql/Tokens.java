package io.dronedelivery.localcosmos.sql;

import io.dronedelivery.localcosmos.sql.Token.TokenKind;
import java.util.List;

/** The cursor over a query's tokens. */
final class Tokens {

    private final String sql;
    private final List<Token> tokens;
    private int at;

    Tokens(String sql) {
        this.sql = sql;
        this.tokens = Lexer.tokens(sql);
    }

    Token peek() {
        return tokens.get(at);
    }

    Token peekSecond() {
        return tokens.get(Math.min(at + 1, tokens.size() - 1));
    }

    Token next() {
        Token token = tokens.get(at);
        if (token.kind() != TokenKind.END) {
            at++;
        }
        return token;
    }

    boolean acceptKeyword(String keyword) {
        return peek().isKeyword(keyword) && next() != null;
    }

    boolean acceptSymbol(String symbol) {
        return peek().isSymbol(symbol) && next() != null;
    }

    void expectKeyword(String keyword) {
        if (!acceptKeyword(keyword)) {
            throw unexpected("expected " + keyword);
        }
    }

    void expectSymbol(String symbol) {
        if (!acceptSymbol(symbol)) {
            throw unexpected("expected '" + symbol + "'");
        }
    }

    Token expectIdentifier(String what) {
        Token token = peek();
        if (token.kind() == TokenKind.KEYWORD) {
            throw unexpected(token.text() + " is a reserved word and cannot be " + what);
        }
        if (token.kind() != TokenKind.IDENTIFIER) {
            throw unexpected("expected " + what);
        }
        return next();
    }

    /** The place where the next construct starts. */
    int start() {
        return peek().start();
    }

    /** The place where the last construct ended. */
    int end() {
        return at == 0 ? 0 : tokens.get(at - 1).end();
    }

    String text(int start, int end) {
        return sql.substring(start, end);
    }

    SqlException unexpected(String expected) {
        Token token = peek();
        String near =
                token.kind() == TokenKind.END ? "the end of the query" : "'" + text(token.start(), token.end()) + "'";
        return error("Syntax error, incorrect syntax near " + near + ": " + expected, token);
    }

    SqlException error(String message, Token token) {
        return error(message, token.start(), token.end());
    }

    SqlException error(String message, int start, int end) {
        return new SqlException(message, sql, start, end);
    }
}
