package io.dronedelivery.localcosmos.sql;

import io.dronedelivery.localcosmos.sql.Token.TokenKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Cuts a query into tokens. White space, {@code -- line} and {@code /* block *}{@code /} comments separate tokens and are dropped. */
final class Lexer {

    /** The words that Azure reserves. As property names they need the form {@code c["order"]}. */
    private static final Set<String> KEYWORDS = Set.of(
            "AND",
            "ARRAY",
            "AS",
            "ASC",
            "BETWEEN",
            "BY",
            "DESC",
            "DISTINCT",
            "ESCAPE",
            "EXISTS",
            "FALSE",
            "FROM",
            "GROUP",
            "IN",
            "JOIN",
            "LEFT",
            "LIKE",
            "LIMIT",
            "NOT",
            "NULL",
            "OFFSET",
            "OR",
            "ORDER",
            "RIGHT",
            "SELECT",
            "TOP",
            "TRUE",
            "UDF",
            "UNDEFINED",
            "VALUE",
            "WHERE");

    private static final List<String> LONG_SYMBOLS = List.of(">>>", "<=", ">=", "!=", "<>", "||", "??", "<<", ">>");
    private static final String SYMBOLS = "()[]{},.:?=<>+-*/%&|^~";

    private final String sql;
    private int at;

    private Lexer(String sql) {
        this.sql = sql;
    }

    static List<Token> tokens(String sql) {
        return new Lexer(sql).run();
    }

    private List<Token> run() {
        List<Token> tokens = new ArrayList<>();
        for (skipBlanks(); at < sql.length(); skipBlanks()) {
            tokens.add(next());
        }
        tokens.add(new Token(TokenKind.END, "", sql.length(), sql.length()));
        return tokens;
    }

    private void skipBlanks() {
        while (at < sql.length()) {
            if (Character.isWhitespace(sql.charAt(at))) {
                at++;
            } else if (sql.startsWith("--", at)) {
                int newline = sql.indexOf('\n', at);
                at = newline < 0 ? sql.length() : newline;
            } else if (sql.startsWith("/*", at)) {
                int end = sql.indexOf("*/", at + 2);
                if (end < 0) {
                    throw error("The comment is not closed", at, sql.length());
                }
                at = end + 2;
            } else {
                return;
            }
        }
    }

    private Token next() {
        char c = sql.charAt(at);
        if (c == '"' || c == '\'') {
            return string(c);
        }
        if (isDigit(c) || c == '.' && at + 1 < sql.length() && isDigit(sql.charAt(at + 1))) {
            return number();
        }
        if (isWordStart(c)) {
            return word();
        }
        if (c == '@' && at + 1 < sql.length() && isWordPart(sql.charAt(at + 1))) {
            int start = at++;
            return new Token(TokenKind.PARAMETER, "@" + takeWord(), start, at);
        }
        return symbol();
    }

    private Token word() {
        int start = at;
        String word = takeWord();
        String upper = word.toUpperCase(Locale.ROOT);
        return KEYWORDS.contains(upper)
                ? new Token(TokenKind.KEYWORD, upper, start, at)
                : new Token(TokenKind.IDENTIFIER, word, start, at);
    }

    private String takeWord() {
        int start = at;
        while (at < sql.length() && isWordPart(sql.charAt(at))) {
            at++;
        }
        return sql.substring(start, at);
    }

    private Token number() {
        int start = at;
        skipDigits();
        if (at < sql.length() && sql.charAt(at) == '.') {
            at++;
            skipDigits();
        }
        if (at < sql.length() && (sql.charAt(at) == 'e' || sql.charAt(at) == 'E')) {
            at++;
            if (at < sql.length() && (sql.charAt(at) == '+' || sql.charAt(at) == '-')) {
                at++;
            }
            int exponent = at;
            skipDigits();
            if (exponent == at) {
                throw error("The number '" + sql.substring(start, at) + "' lacks its exponent", start, at);
            }
        }
        if (at < sql.length() && isWordStart(sql.charAt(at))) {
            throw error("The number '" + sql.substring(start, at + 1) + "' is not valid", start, at + 1);
        }
        return new Token(TokenKind.NUMBER, sql.substring(start, at), start, at);
    }

    private void skipDigits() {
        while (at < sql.length() && isDigit(sql.charAt(at))) {
            at++;
        }
    }

    private Token string(char quote) {
        int start = at++;
        StringBuilder value = new StringBuilder();
        while (at < sql.length() && sql.charAt(at) != quote) {
            char c = sql.charAt(at++);
            value.append(c == '\\' ? escape() : c);
        }
        if (at == sql.length()) {
            throw error("The string is not closed", start, at);
        }
        at++;
        return new Token(TokenKind.STRING, value.toString(), start, at);
    }

    private char escape() {
        int start = at - 1;
        char c = at < sql.length() ? sql.charAt(at++) : ' ';
        return switch (c) {
            case '"', '\'', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode(start);
            default -> throw error("'" + sql.substring(start, at) + "' is not an escape of a string", start, at);
        };
    }

    private char unicode(int start) {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = at < sql.length() ? Character.digit(sql.charAt(at), 16) : -1;
            if (digit < 0) {
                throw error("\\u needs four hexadecimal digits", start, at);
            }
            code = code << 4 | digit;
            at++;
        }
        return (char) code;
    }

    private Token symbol() {
        int start = at;
        for (String symbol : LONG_SYMBOLS) {
            if (sql.startsWith(symbol, at)) {
                at += symbol.length();
                return new Token(TokenKind.SYMBOL, symbol, start, at);
            }
        }
        char c = sql.charAt(at++);
        if (SYMBOLS.indexOf(c) < 0) {
            throw error("Syntax error, invalid character '" + c + "'", start, at);
        }
        return new Token(TokenKind.SYMBOL, String.valueOf(c), start, at);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWordStart(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
    }

    private static boolean isWordPart(char c) {
        return isWordStart(c) || isDigit(c);
    }

    private SqlException error(String message, int start, int end) {
        return new SqlException(message, sql, start, end);
    }
}
