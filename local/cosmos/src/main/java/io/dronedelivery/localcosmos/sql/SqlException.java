package io.dronedelivery.localcosmos.sql;

/**
 * A query that cannot be run as written: a syntax error, an unknown name, or an unsupported construct. It is always the caller's fault, and
 * belongs in a 400 answer.
 *
 * <p>The message names the construct and ends with the place, for example
 * {@code 'ST_DISTANCE' is not a supported function, at line 1, column 23}. An error that only a document causes has no place.
 */
public final class SqlException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int start;
    private final int end;

    SqlException(String message, String sql, int start, int end) {
        super(message + ", at line " + line(sql, start) + ", column " + column(sql, start));
        this.start = start;
        this.end = end;
    }

    SqlException(String message) {
        super(message);
        this.start = 0;
        this.end = 0;
    }

    /** The offset of the construct's first character in the query text, from 0. */
    public int start() {
        return start;
    }

    /** The offset just after the construct's last character. */
    public int end() {
        return end;
    }

    private static long line(String sql, int offset) {
        return 1 + sql.substring(0, offset).chars().filter(c -> c == '\n').count();
    }

    private static int column(String sql, int offset) {
        return offset - sql.lastIndexOf('\n', offset - 1);
    }
}
