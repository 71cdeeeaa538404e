package io.dronedelivery.gateway.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.PathContainer.PathSegment;

/** A text is refused with a reason, or is a path template: its segments make up the text, and a path of a request is the same segments. */
final class PathTemplateFuzz {

    private PathTemplateFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        PathTemplate template;
        try {
            template = PathTemplate.parse(text);
        } catch (TemplateException e) {
            assertThat(e.reason()).isNotBlank();
            return;
        }
        assertThat(written(template, "{", "}")).isEqualTo(text);
        assertThat(PathTemplate.parse(text)).isEqualTo(template);
        assertThat(template.shape()).isEqualTo(text.replaceAll("\\{[^}]*}", "{}"));
        assertThat(template.variables()).allMatch(Variable::isName);
        assertThat(new HashSet<>(template.variables())).hasSameSizeAs(template.variables());
        assertIsReadAlikeFromARequest(template);
    }

    private static void assertIsReadAlikeFromARequest(PathTemplate template) {
        List<String> read = PathContainer.parsePath(written(template, "", "")).elements().stream()
                .filter(PathSegment.class::isInstance)
                .map(segment -> ((PathSegment) segment).valueToMatch())
                .toList();
        assertThat(read)
                .isEqualTo(template.segments().stream()
                        .map(PathTemplate.Segment::text)
                        .toList());
    }

    private static String written(PathTemplate template, String before, String behind) {
        return template.segments().stream()
                .map(segment -> segment.variable() ? before + segment.text() + behind : segment.text())
                .collect(Collectors.joining("/", "/", ""));
    }
}
