package io.dronedelivery.gateway.template;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The path and query of a call to a backend, such as {@code /api/deliveries/summary?ownerId={ownerId}&year={year}}. A query
 * parameter whose value is one variable is left out when the request does not have that variable.
 */
public final class TargetTemplate {

    // Possessive, because what can be given back costs stack for each repetition.
    private static final Pattern LITERAL = Pattern.compile("(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*+");
    /** Percent-encoding does not keep a dot from being one. */
    private static final Pattern AT_MOST_TWO_DOTS = Pattern.compile("(?:\\.|%2[Ee]){0,2}");

    private final String text;
    private final List<Piece> path;
    private final List<List<Piece>> query;

    private TargetTemplate(String text, List<Piece> path, List<List<Piece>> query) {
        this.text = text;
        this.path = path;
        this.query = query;
    }

    /**
     * A template of variables alone.
     *
     * @throws TemplateException when the text is no such template
     */
    public static TargetTemplate parse(String text) {
        return parse(text, false);
    }

    /**
     * A template that may also have values of other parts' answers, such as {@code /api/drones/{flight.droneId}}.
     *
     * @throws TemplateException when the text is no such template
     */
    public static TargetTemplate withReferences(String text) {
        return parse(text, true);
    }

    private static TargetTemplate parse(String text, boolean references) {
        if (!text.startsWith("/")) {
            throw new TemplateException("must begin with '/'");
        }
        int mark = text.indexOf('?');
        String path = mark < 0 ? text : text.substring(0, mark);
        for (String segment : path.substring(1).split("/", -1)) {
            checkSegment(segment, references);
        }
        List<List<Piece>> query = new ArrayList<>();
        if (mark >= 0) {
            for (String parameter : text.substring(mark + 1).split("&", -1)) {
                query.add(pieces(parameter, references, true));
            }
        }
        return new TargetTemplate(text, pieces(path, references, false), List.copyOf(query));
    }

    /** The template of the path alone, without the query. */
    public String path() {
        int mark = text.indexOf('?');
        return mark < 0 ? text : text.substring(0, mark);
    }

    private static List<Piece> pieces(String text, boolean references, boolean query) {
        List<Piece> pieces = new ArrayList<>();
        for (Piece parsed : Piece.parse(text, references)) {
            Piece piece = query ? encodeBrackets(parsed) : parsed;
            pieces.add(piece);
            if (piece instanceof Piece.Literal literal
                    && !LITERAL.matcher(literal.text()).matches()) {
                throw new TemplateException("has '" + literal.text() + "', which a URI must have percent-encoded");
            }
        }
        return List.copyOf(pieces);
    }

    /** Many a framework has brackets in the names of its parameters; a URI has them percent-encoded. */
    private static Piece encodeBrackets(Piece piece) {
        return piece instanceof Piece.Literal literal
                ? new Piece.Literal(literal.text().replace("[", "%5B").replace("]", "%5D"))
                : piece;
    }

    /** No value is "." or ".."; a segment must not be able to become one by what stands beside its variable either. */
    private static void checkSegment(String segment, boolean references) {
        List<Piece> pieces = Piece.parse(segment, references);
        boolean alone = pieces.size() == 1 && pieces.get(0) instanceof Piece.Placeholder;
        String literals = pieces.stream()
                .map(piece -> piece instanceof Piece.Literal literal ? literal.text() : "")
                .collect(Collectors.joining());
        if (!pieces.isEmpty() && !alone && AT_MOST_TWO_DOTS.matcher(literals).matches()) {
            throw new TemplateException("has the segment '" + segment + "', which could become '.' or '..'");
        }
    }

    /** The variables that must have one value for every request: those that are not the whole value of a query parameter. */
    public Set<String> requiredVariables() {
        return names(Stream.concat(
                path.stream(),
                query.stream().filter(piece -> optional(piece) == null).flatMap(List::stream)));
    }

    /** All variables, in the order of the text. */
    public Set<String> variables() {
        return names(Stream.concat(path.stream(), query.stream().flatMap(List::stream)));
    }

    /** The variables in the path, whose values must not lead elsewhere, see {@link Variable#checkSegment}. */
    public Set<String> pathVariables() {
        return names(path.stream());
    }

    /** The values of other parts' answers, in the order of the text. */
    public Set<String> references() {
        return names(Stream.concat(path.stream(), query.stream().flatMap(List::stream)), true);
    }

    public Set<String> pathReferences() {
        return names(path.stream(), true);
    }

    private static Set<String> names(Stream<Piece> pieces) {
        return names(pieces, false);
    }

    private static Set<String> names(Stream<Piece> pieces, boolean references) {
        Set<String> names = new LinkedHashSet<>();
        pieces.forEach(piece -> {
            if (piece instanceof Piece.Placeholder variable && variable.isReference() == references) {
                names.add(variable.name());
            }
        });
        return names;
    }

    /** The variable that is the whole value of {@code name={variable}}, or null when the parameter has another form. */
    private static @Nullable String optional(List<Piece> parameter) {
        return parameter.size() == 2
                        && parameter.get(0) instanceof Piece.Literal name
                        && name.text().indexOf('=') == name.text().length() - 1
                        && parameter.get(1) instanceof Piece.Placeholder variable
                ? variable.name()
                : null;
    }

    /**
     * Compiles the template for values that come in a fixed order.
     *
     * @param prefix put before every result: the path of the backend's base URL, empty or beginning with '/' and not ending with it
     * @param variables of the values in their order; must contain {@link #variables()} and {@link #references()}
     */
    public Target compile(String prefix, List<Variable> variables) {
        Target.Builder target = new Target.Builder(variables);
        target.literal(prefix);
        path.forEach(target::piece);
        for (List<Piece> parameter : query) {
            String optional = optional(parameter);
            if (optional == null) {
                target.separator();
                parameter.forEach(target::piece);
            } else {
                target.optional(((Piece.Literal) parameter.get(0)).text(), optional);
            }
        }
        return target.build();
    }

    @Override
    public String toString() {
        return text;
    }
}
