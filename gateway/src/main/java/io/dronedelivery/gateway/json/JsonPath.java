package io.dronedelivery.gateway.json;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where values are in a JSON text: names of members, {@code [2]} for one element of an array and {@code [*]} for all of them, such as
 * {@code flights[*].droneId}.
 *
 * @param text as it was written
 * @param steps from the outermost value inwards
 */
public record JsonPath(String text, List<PathStep> steps) {

    private static final Pattern MEMBER = Pattern.compile("[A-Za-z0-9_$@:-]+");
    private static final Pattern STEP = Pattern.compile("\\[(\\*|[0-9]{1,6})]|(?:^|\\.)(" + MEMBER.pattern() + ")");
    private static final String EACH = "*";

    public sealed interface PathStep {

        record Member(String name) implements PathStep {}

        /** One element of an array, counted from 0. */
        record Element(int index) implements PathStep {}

        record EachElement() implements PathStep {}
    }

    /** @throws IllegalArgumentException with a reason when the text is no such path */
    public static JsonPath parse(String text) {
        List<PathStep> steps = new ArrayList<>();
        Matcher matcher = STEP.matcher(text);
        int at = 0;
        while (at < text.length()) {
            if (!matcher.find(at) || matcher.start() != at) {
                throw new IllegalArgumentException("has '" + text + "', which is not a path such as a.b or a[*].b");
            }
            steps.add(step(matcher.group(1), matcher.group(2)));
            at = matcher.end();
        }
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("has an empty path");
        }
        return new JsonPath(text, List.copyOf(steps));
    }

    public static boolean isMember(String name) {
        return MEMBER.matcher(name).matches();
    }

    private static PathStep step(String element, String name) {
        if (element == null) {
            return new PathStep.Member(name);
        }
        return element.equals(EACH) ? new PathStep.EachElement() : new PathStep.Element(Integer.parseInt(element));
    }

    /** Whether it can have several values. */
    public boolean isList() {
        return steps.stream().anyMatch(PathStep.EachElement.class::isInstance);
    }

    @Override
    public String toString() {
        return text;
    }
}
