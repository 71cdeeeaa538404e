package io.dronedelivery.localcosmos.sql;

/**
 * A token of the query.
 *
 * @param text a keyword in upper case, the decoded value of a string, a parameter with its {@code @}, any other token as written
 * @param start the offset of its first character in the query
 * @param end the offset just after its last character
 */
record Token(Kind kind, String text, int start, int end) {

    enum Kind {
        KEYWORD,
        IDENTIFIER,
        PARAMETER,
        NUMBER,
        STRING,
        SYMBOL,
        END
    }

    boolean isKeyword(String keyword) {
        return kind == Kind.KEYWORD && text.equals(keyword);
    }

    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }
}
