package io.dronedelivery.gateway.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.problem.ProblemException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriUtils;

/**
 * The first line is the template, the others are values of its variables; what is missing is absent. A text is refused with a reason, or
 * every value that is let through stays where its variable stands: the URI has the template's segments and parameters, each value can
 * be read from it, and no segment leads elsewhere.
 */
final class TargetTemplateFuzz {

    private static final String BASE = "/base";

    private TargetTemplateFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        String[] lines = new String(input, StandardCharsets.UTF_8).split("\n", -1);
        TargetTemplate template;
        try {
            template = TargetTemplate.parse(lines[0]);
        } catch (TemplateException e) {
            assertThat(e.reason()).isNotBlank();
            return;
        }
        assertThat(template.variables()).containsAll(template.requiredVariables());
        assertThat(template.requiredVariables()).containsAll(template.pathVariables());
        @Nullable String[] values;
        try {
            values = values(template, lines);
        } catch (ProblemException e) {
            return;
        }
        assertNothingLeavesItsPlace(template, values);
    }

    /** As a request gives them, each checked as the gateway does. */
    private static @Nullable String[] values(TargetTemplate template, String[] lines) {
        List<String> names = List.copyOf(template.variables());
        Set<String> required = template.requiredVariables();
        Set<String> inPath = template.pathVariables();
        @Nullable String[] values = new String[names.size()];
        for (int i = 0; i < values.length; i++) {
            String name = names.get(i);
            if (i + 1 >= lines.length && !required.contains(name)) {
                continue;
            }
            Variable variable = Variable.string(name);
            values[i] = variable.read(i + 1 < lines.length ? lines[i + 1] : "v" + i);
            if (inPath.contains(name)) {
                variable.checkSegment(values[i]);
            }
        }
        return values;
    }

    private static void assertNothingLeavesItsPlace(TargetTemplate template, @Nullable String[] values) {
        List<String> names = List.copyOf(template.variables());
        String expanded = template.compile(
                        BASE, names.stream().map(Variable::string).toList())
                .expand(values);

        URI uri = URI.create("http://backend" + expanded);
        assertThat(uri.getRawFragment()).isNull();
        assertThat(uri.getHost()).isEqualTo("backend");
        String[] written = parts(template.toString(), '?');
        String[] read = parts(expanded, '?');
        assertThat(uri.getRawPath()).isEqualTo(read[0]);
        assertSegments(BASE + written[0], read[0], names, values);
        if (written[1] == null) {
            assertThat(read[1]).isNull();
        } else {
            assertParameters(written[1], read[1] == null ? "" : read[1], names, values);
        }
    }

    private static void assertSegments(String template, String path, List<String> names, @Nullable String[] values) {
        String[] written = template.split("/", -1);
        String[] read = path.split("/", -1);
        assertThat(read).hasSameSizeAs(written);
        for (int i = 0; i < written.length; i++) {
            String segment = decoded(read[i]);
            assertThat(segment).isEqualTo(filled(written[i], names, values)).isNotIn(".", "..");
        }
    }

    private static void assertParameters(String template, String query, List<String> names, @Nullable String[] values) {
        List<String> expected = Arrays.stream(template.split("&", -1))
                .filter(parameter -> !isAbsent(parameter, names, values))
                .map(parameter -> filled(parameter, names, values))
                .toList();
        if (expected.isEmpty()) {
            assertThat(query).isEmpty();
            return;
        }
        assertThat(Arrays.stream(query.split("&", -1))
                        .map(TargetTemplateFuzz::decoded)
                        .toList())
                .isEqualTo(expected);
    }

    private static boolean isAbsent(String parameter, List<String> names, @Nullable String[] values) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null && parameter.contains("{" + names.get(i) + "}")) {
                return true;
            }
        }
        return false;
    }

    /** The template's text with its values, not encoded. */
    private static String filled(String template, List<String> names, @Nullable String[] values) {
        StringBuilder filled = new StringBuilder();
        for (Piece piece : Piece.parse(template)) {
            if (piece instanceof Piece.Placeholder variable) {
                filled.append(values[names.indexOf(variable.name())]);
            } else if (piece instanceof Piece.Literal literal) {
                filled.append(decoded(literal.text()));
            }
        }
        return filled.toString();
    }

    private static String decoded(String text) {
        return UriUtils.decode(text, StandardCharsets.UTF_8);
    }

    private static @Nullable String[] parts(String text, char separator) {
        int at = text.indexOf(separator);
        return at < 0 ? new String[] {text, null} : new String[] {text.substring(0, at), text.substring(at + 1)};
    }
}
