package io.dronedelivery.gateway.template;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The value of a header of a call to a backend: text of printable ASCII with variables and values of other parts' answers in braces. */
public final class TextTemplate {

    private static final Pattern LITERAL = Pattern.compile("[ -~]*");

    private final List<Piece> pieces;

    private TextTemplate(List<Piece> pieces) {
        this.pieces = pieces;
    }

    /** @throws TemplateException when the text is no such template */
    public static TextTemplate parse(String text) {
        List<Piece> pieces = List.copyOf(Piece.parse(text, true));
        for (Piece piece : pieces) {
            if (piece instanceof Piece.Literal literal
                    && !LITERAL.matcher(literal.text()).matches()) {
                throw new TemplateException("has a character that is not printable ASCII");
            }
        }
        return new TextTemplate(pieces);
    }

    public Set<String> variables() {
        return names(false);
    }

    /** The values of other parts' answers. */
    public Set<String> references() {
        return names(true);
    }

    private Set<String> names(boolean references) {
        Set<String> names = new LinkedHashSet<>();
        for (Piece piece : pieces) {
            if (piece instanceof Piece.Placeholder placeholder && placeholder.isReference() == references) {
                names.add(placeholder.name());
            }
        }
        return names;
    }

    /**
     * @param names of the values, in their order; must contain all of this template
     * @param values as they are; null when a value of this template is absent
     */
    public @Nullable String expand(List<String> names, @Nullable String[] values) {
        StringBuilder text = new StringBuilder();
        for (Piece piece : pieces) {
            if (piece instanceof Piece.Literal literal) {
                text.append(literal.text());
            } else if (piece instanceof Piece.Placeholder placeholder) {
                String value = values[names.indexOf(placeholder.name())];
                if (value == null) {
                    return null;
                }
                text.append(value);
            }
        }
        return text.toString();
    }
}
