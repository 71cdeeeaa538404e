package io.dronedelivery.localcosmos.sql;

/**
 * A token of the query.
 *
 * @param text a keyword in upper case, the decoded value of a string, a parameter with its {@code @}, any other token as written
 * @param start the offset of its first character in the query
 * @param end the offset just after its last character
 */
record Token(TokenKind kind, String text, int start, int end) {

    enum TokenKind {
        KEYWORD,
        IDENTIFIER,
        PARAMETER,
        NUMBER,
        STRING,
        SYMBOL,
        END
    }

    boolean isKeyword(String keyword) {
        return kind == TokenKind.KEYWORD && text.equals(keyword);
    }

    boolean isSymbol(String symbol) {
        return kind == TokenKind.SYMBOL && text.equals(symbol);
    }
}
