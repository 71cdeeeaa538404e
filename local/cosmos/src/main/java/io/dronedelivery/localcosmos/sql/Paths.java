package io.dronedelivery.localcosmos.sql;

import java.util.LinkedList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Paths of a document for indexes and partition keys: property names from the root down. */
final class Paths {

    private Paths() {}

    /** The path of an expression such as {@code c.a["b"]}, or null if it does not begin at the root. */
    static @Nullable List<String> of(Expr expr, String root) {
        LinkedList<String> path = new LinkedList<>();
        Expr at = expr;
        while (at instanceof Expr.Property property) {
            path.addFirst(property.name());
            at = property.of();
        }
        return !path.isEmpty()
                        && at instanceof Expr.Variable variable
                        && variable.name().equals(root)
                ? List.copyOf(path)
                : null;
    }
}
