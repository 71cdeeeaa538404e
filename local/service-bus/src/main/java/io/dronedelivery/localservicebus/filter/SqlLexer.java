package io.dronedelivery.localservicebus.filter;

import java.util.ArrayList;
import java.util.List;

/** Cuts a filter or action into tokens. */
final class SqlLexer {
    enum LexemeKind {
        WORD,
        QUOTED_WORD,
        TEXT,
        NUMBER,
        SYMBOL,
        END
    }

    /** A token with its place in the text. A quoted text has no quotes here. */
    record Lexeme(LexemeKind kind, String text, int position) {
        boolean isWord(String word) {
            return kind == LexemeKind.WORD && text.equalsIgnoreCase(word);
        }

        boolean isSymbol(String symbol) {
            return kind == LexemeKind.SYMBOL && text.equals(symbol);
        }

        Object number(String source) {
            try {
                if (text.startsWith("0x") || text.startsWith("0X")) {
                    return Long.parseLong(text.substring(2), 16);
                }
                if (text.indexOf('.') < 0 && text.indexOf('e') < 0 && text.indexOf('E') < 0) {
                    return Long.parseLong(text);
                }
                return Double.parseDouble(text);
            } catch (NumberFormatException e) {
                throw new SqlSyntaxException("not a number: " + text, position, source);
            }
        }
    }

    private static final List<String> SYMBOLS =
            List.of("<>", "!=", "<=", ">=", "=", "<", ">", "(", ")", ",", ".", "+", "-", "*", "/", "%", ";");

    private final String source;
    private int at;

    private SqlLexer(String source) {
        this.source = source;
    }

    static List<Lexeme> tokens(String source) {
        SqlLexer lexer = new SqlLexer(source);
        List<Lexeme> tokens = new ArrayList<>();
        while (lexer.skipBlanks()) {
            tokens.add(lexer.next());
        }
        tokens.add(new Lexeme(LexemeKind.END, "the end", source.length()));
        return tokens;
    }

    private boolean skipBlanks() {
        while (at < source.length() && Character.isWhitespace(source.charAt(at))) {
            at++;
        }
        return at < source.length();
    }

    private Lexeme next() {
        char c = source.charAt(at);
        if (c == '\'') {
            return quoted('\'', LexemeKind.TEXT);
        }
        if (c == '"') {
            return quoted('"', LexemeKind.QUOTED_WORD);
        }
        if (c == '[') {
            return quoted(']', LexemeKind.QUOTED_WORD);
        }
        if (Character.isDigit(c)) {
            return number();
        }
        if (Character.isLetter(c) || c == '_' || c == '$' || c == '@' || c == '#') {
            return word();
        }
        for (String symbol : SYMBOLS) {
            if (source.startsWith(symbol, at)) {
                at += symbol.length();
                return new Lexeme(LexemeKind.SYMBOL, symbol, at - symbol.length());
            }
        }
        throw new SqlSyntaxException("unexpected character '" + c + "'", at, source);
    }

    private Lexeme quoted(char close, LexemeKind kind) {
        int start = at++;
        StringBuilder text = new StringBuilder();
        while (at < source.length()) {
            char c = source.charAt(at++);
            if (c != close) {
                text.append(c);
            } else if (at < source.length() && source.charAt(at) == close) {
                text.append(close);
                at++;
            } else {
                return new Lexeme(kind, text.toString(), start);
            }
        }
        throw new SqlSyntaxException("missing " + close + " of what begins", start, source);
    }

    private Lexeme number() {
        int start = at;
        if (source.startsWith("0x", at) || source.startsWith("0X", at)) {
            at += 2;
            while (at < source.length() && Character.digit(source.charAt(at), 16) >= 0) {
                at++;
            }
            return new Lexeme(LexemeKind.NUMBER, source.substring(start, at), start);
        }
        while (at < source.length() && (Character.isDigit(source.charAt(at)) || isPartOfNumber(start))) {
            at++;
        }
        return new Lexeme(LexemeKind.NUMBER, source.substring(start, at), start);
    }

    private boolean isPartOfNumber(int start) {
        char c = source.charAt(at);
        char before = source.charAt(at - 1);
        return c == '.'
                || ((c == 'e' || c == 'E') && at > start)
                || ((c == '+' || c == '-') && (before == 'e' || before == 'E'));
    }

    private Lexeme word() {
        int start = at;
        while (at < source.length() && isPartOfWord(source.charAt(at))) {
            at++;
        }
        return new Lexeme(LexemeKind.WORD, source.substring(start, at), start);
    }

    private static boolean isPartOfWord(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '@' || c == '#';
    }
}
