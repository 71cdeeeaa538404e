package io.dronedelivery.gateway.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.dronedelivery.servicekit.problem.ProblemException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.PathContainer.PathSegment;
import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.util.UriUtils;

/**
 * What is written into a URI is what is read out of it, and nothing but data. A text with half of a surrogate pair is no value: what is
 * decoded from a request has none.
 */
class TemplatePropertyTest {

    @Property(tries = 2_000, seed = "17")
    void an_encoded_value_has_only_unreserved_characters_and_decodes_to_the_value(@ForAll("texts") String value) {
        StringBuilder uri = new StringBuilder();

        PercentEncoding.append(value, uri);

        assertThat(uri.toString()).matches("([A-Za-z0-9._~-]|%[0-9A-F]{2})*");
        assertThat(UriUtils.decode(uri.toString(), "UTF-8")).isEqualTo(value);
    }

    @Property(tries = 1_000, seed = "17")
    void no_value_leaves_its_segment_and_each_can_be_read_from_it(
            @ForAll @Size(min = 1, max = 4) List<@From("literals") String> literals,
            @ForAll @Size(4) List<@From("texts") String> values,
            @ForAll @IntRange(max = 15) int variables) {
        List<String> segments = new ArrayList<>();
        for (int i = 0; i < literals.size(); i++) {
            segments.add(isVariable(variables, i) ? "{v" + i + "}" : literals.get(i));
        }
        PathTemplate path = PathTemplate.parse("/" + String.join("/", segments));
        String[] inOrder = IntStream.range(0, literals.size())
                .filter(i -> isVariable(variables, i))
                .mapToObj(values::get)
                .toArray(String[]::new);

        String uri = TargetTemplate.parse(path.text())
                .compile(
                        "/base", path.variables().stream().map(Variable::string).toList())
                .expand(inOrder);

        assertThat(uri).startsWith("/base/").doesNotContain("?", "#", ";");
        List<PathSegment> written = PathContainer.parsePath(uri).elements().stream()
                .filter(PathSegment.class::isInstance)
                .map(PathSegment.class::cast)
                .skip(1)
                .toList();
        for (int i = 0; i < literals.size(); i++) {
            assertThat(written.get(i).valueToMatch())
                    .isEqualTo(isVariable(variables, i) ? values.get(i) : literals.get(i));
        }
        assertThat(written).hasSameSizeAs(segments);
    }

    @Property(tries = 1_000, seed = "17")
    void no_value_leaves_its_parameter_and_an_absent_one_leaves_nothing(
            @ForAll @Size(3) List<@From("texts") String> values, @ForAll @IntRange(max = 7) int absent) {
        List<String> names = List.of("a", "b", "c");
        String[] given = IntStream.range(0, 3)
                .mapToObj(i -> isVariable(absent, i) ? null : values.get(i))
                .toArray(String[]::new);

        String uri = TargetTemplate.parse("/search?a={a}&b={b}&fixed=1&c={c}")
                .compile("", names.stream().map(Variable::string).toList())
                .expand(given);

        MultiValueMap<String, String> query =
                UriComponentsBuilder.fromUriString(uri).build().getQueryParams();
        assertThat(query.getFirst("fixed")).isEqualTo("1");
        assertThat(query).hasSize(1 + 3 - Integer.bitCount(absent));
        for (int i = 0; i < 3; i++) {
            List<String> found = query.get(names.get(i));
            if (given[i] == null) {
                assertThat(found).isNull();
            } else {
                assertThat(found).hasSize(1);
                assertThat(UriUtils.decode(found.get(0), "UTF-8")).isEqualTo(given[i]);
            }
        }
    }

    @Property(tries = 2_000, seed = "17")
    void a_text_is_a_template_or_is_refused_with_a_reason(@ForAll("templates") String text) {
        Throwable refusal = catchThrowable(() -> {
            PathTemplate path = PathTemplate.parse(text);
            assertThat(path.segments().stream()
                            .map(segment -> segment.variable() ? "{" + segment.text() + "}" : segment.text())
                            .collect(Collectors.joining("/", "/", "")))
                    .isEqualTo(text);
        });

        if (refusal != null) {
            assertThat(refusal).isInstanceOf(TemplateException.class).hasMessageMatching("(?s).{5,}");
        }
    }

    @Property(tries = 5_000, seed = "17")
    void an_integer_is_what_fits_into_64_bits(@ForAll("integers") String text) {
        Variable variable =
                new Variable("n", Variable.VariableType.INTEGER, true, null, Long.MIN_VALUE, Long.MAX_VALUE, "", "");
        Assume.that(!text.isEmpty());
        boolean whole = text.matches("-?[0-9]{1,19}") && new BigInteger(text).bitLength() < Long.SIZE;

        if (whole) {
            assertThat(variable.read(text)).isEqualTo(new BigInteger(text).toString());
        } else {
            assertThat(catchThrowable(() -> variable.read(text))).isInstanceOf(ProblemException.class);
        }
    }

    private static boolean isVariable(int bits, int index) {
        return (bits >> index & 1) != 0;
    }

    /** Values as {@link Variable} lets them through: neither empty nor "." nor "..". */
    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> pieces = Arbitraries.oneOf(
                Arbitraries.of(
                        "a", "Z", "09", "-", ".", "_", "~", "/", "\\", "%", "%2F", "%2e", "..", "?", "#", "&", "=", ";",
                        "+", " ", "{v0}", "}", "é", "€", "😀", "\u0000", "\r\n", "\u007f", "\ufffd"),
                Arbitraries.integers()
                        .between(0, Character.MAX_CODE_POINT)
                        .filter(code -> code < Character.MIN_SURROGATE || code > Character.MAX_SURROGATE)
                        .map(Character::toString));
        return pieces.list()
                .ofMinSize(1)
                .ofMaxSize(6)
                .map(all -> String.join("", all))
                .filter(text -> !text.equals(".") && !text.equals(".."));
    }

    @Provide
    Arbitrary<String> literals() {
        return Arbitraries.of("api", "v1.0", "a~b", "x_y-z", "owners", "@me", "a,b", "a..");
    }

    @Provide
    Arbitrary<String> templates() {
        return Arbitraries.of("/", "/", "{a}", "{b}", "{", "}", "a", "..", ".", "%20", "é", "{}", "{1}", "x{a}")
                .list()
                .ofMaxSize(6)
                .map(pieces -> "/" + String.join("", pieces));
    }

    @Provide
    Arbitrary<String> integers() {
        return Arbitraries.oneOf(
                Arbitraries.longs().map(String::valueOf),
                Arbitraries.bigIntegers()
                        .between(
                                BigInteger.valueOf(Long.MIN_VALUE).shiftLeft(2),
                                BigInteger.valueOf(Long.MAX_VALUE).shiftLeft(2))
                        .map(String::valueOf),
                Arbitraries.longs().between(-200, 200).map(n -> (n < 0 ? "-" : "") + "0" + Math.abs(n)),
                Arbitraries.of(
                        "9223372036854775807",
                        "9223372036854775808",
                        "-9223372036854775808",
                        "-9223372036854775809",
                        "0".repeat(19),
                        "0".repeat(20)),
                Arbitraries.strings().withChars("0123456789-+. e٣").ofMaxLength(20));
    }
}
