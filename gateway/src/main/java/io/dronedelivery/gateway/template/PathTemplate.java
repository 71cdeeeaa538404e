package io.dronedelivery.gateway.template;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The path at which an endpoint is called, such as {@code /api/v1/owners/{ownerId}/invoices/{year}/{month}}: each segment is a
 * literal or one variable.
 *
 * @param text the template as it was written
 * @param segments the segments in their order
 */
public record PathTemplate(String text, List<Segment> segments) {

    private static final Pattern LITERAL = Pattern.compile("[A-Za-z0-9._~!$&'()*+,=:@-]+");

    /**
     * @param text the literal, or the variable's name
     * @param variable whether it is a variable
     */
    public record Segment(String text, boolean variable) {}

    /** @throws TemplateException when the text is no such template */
    public static PathTemplate parse(String text) {
        if (!text.startsWith("/") || text.length() < 2) {
            throw new TemplateException("must begin with '/' and have at least one segment");
        }
        List<Segment> segments = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        for (String segment : text.substring(1).split("/", -1)) {
            Segment parsed = segment(segment);
            if (parsed.variable() && !names.add(parsed.text())) {
                throw new TemplateException("names the variable '" + parsed.text() + "' twice");
            }
            segments.add(parsed);
        }
        return new PathTemplate(text, List.copyOf(segments));
    }

    private static Segment segment(String segment) {
        List<Piece> pieces = Piece.parse(segment);
        if (pieces.size() == 1 && pieces.get(0) instanceof Piece.Placeholder variable) {
            return new Segment(variable.name(), true);
        }
        if (!LITERAL.matcher(segment).matches() || segment.equals(".") || segment.equals("..")) {
            throw new TemplateException("has the segment '" + segment
                    + "'; a segment is either one {variable} or text that needs no percent-encoding");
        }
        return new Segment(segment, false);
    }

    public List<String> variables() {
        return segments.stream().filter(Segment::variable).map(Segment::text).toList();
    }

    /** The template without the variables' names: paths with the same form cannot be distinguished. */
    public String shape() {
        return segments.stream()
                .map(segment -> segment.variable() ? "{}" : segment.text())
                .collect(Collectors.joining("/", "/", ""));
    }
}
