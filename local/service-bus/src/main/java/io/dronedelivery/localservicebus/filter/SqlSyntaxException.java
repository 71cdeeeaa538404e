package io.dronedelivery.localservicebus.filter;

/** A filter or action with a syntax error. The message names the position, counted from 1. */
public final class SqlSyntaxException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    SqlSyntaxException(String problem, int position, String text) {
        super("%s at position %d of \"%s\"".formatted(problem, position + 1, text));
    }
}
