package io.dronedelivery.localcosmos.sql;

import java.util.LinkedList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Paths of a document, as indexes and partition keys know them: property names from the root down. */
final class Paths {

    private Paths() {}

    /** The path that an expression such as {@code c.a["b"]} stands for, or null if it is not one of the root's. */
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
