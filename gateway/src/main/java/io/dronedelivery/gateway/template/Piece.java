package io.dronedelivery.gateway.template;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

sealed interface Piece {

    /** The name of a part, and a path in its answer that leads to one value. */
    Pattern REFERENCE = Pattern.compile(
            "[A-Za-z][A-Za-z0-9_-]*(?:\\[[0-9]{1,6}])*\\.[A-Za-z0-9_$@:-]+(?:\\[[0-9]{1,6}]|\\.[A-Za-z0-9_$@:-]+)*");

    /** Text that is the same for every request. */
    record Literal(String text) implements Piece {}

    /** The place of the value of a variable or, by a name such as {@code delivery.ownerId}, of a value in another part's answer. */
    record Placeholder(String name) implements Piece {

        boolean isReference() {
            return !Variable.isName(name);
        }
    }

    /** Splits {@code a{b}c} at its braces; all names are of variables. */
    static List<Piece> parse(String template) {
        return parse(template, false);
    }

    private static Piece placeholder(String name, boolean references) {
        if (Variable.isName(name) || references && REFERENCE.matcher(name).matches()) {
            return new Placeholder(name);
        }
        throw new TemplateException("'{" + name + "}' is not a variable"
                + (references ? ", and no value of a part such as {part.member}" : "")
                + "; a name is a letter followed by letters, digits and '_'");
    }

    /**
     * Splits {@code a{b}c} at its braces.
     *
     * @param references whether it may have values of parts
     */
    static List<Piece> parse(String template, boolean references) {
        List<Piece> pieces = new ArrayList<>();
        int at = 0;
        while (at < template.length()) {
            int open = template.indexOf('{', at);
            String literal = open < 0 ? template.substring(at) : template.substring(at, open);
            if (literal.indexOf('}') >= 0) {
                throw new TemplateException("'}' without '{'");
            }
            if (!literal.isEmpty()) {
                pieces.add(new Literal(literal));
            }
            if (open < 0) {
                return pieces;
            }
            int close = template.indexOf('}', open);
            if (close < 0) {
                throw new TemplateException("'{' without '}'");
            }
            pieces.add(placeholder(template.substring(open + 1, close), references));
            at = close + 1;
        }
        return pieces;
    }
}
