package io.dronedelivery.gateway.template;

import java.util.ArrayList;
import java.util.List;

/** What templates are made of. */
sealed interface Piece {

    /** Text that is the same for every request. */
    record Literal(String text) implements Piece {}

    /** The place of a variable's value. */
    record Placeholder(String name) implements Piece {
        public Placeholder {
            if (!Variable.isName(name)) {
                throw new TemplateException(
                        "'{" + name + "}' is not a variable; a name is a letter followed by letters, digits and '_'");
            }
        }
    }

    /** Splits {@code a{b}c} at its braces. */
    static List<Piece> parse(String template) {
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
            pieces.add(new Placeholder(template.substring(open + 1, close)));
            at = close + 1;
        }
        return pieces;
    }
}
