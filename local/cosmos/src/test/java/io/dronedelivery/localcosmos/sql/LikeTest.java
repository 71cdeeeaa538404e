package io.dronedelivery.localcosmos.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** LIKE and ESCAPE against a matcher that tries everything. */
class LikeTest {
    private static final String LETTERS = "abc%_[]^-!";

    /** A piece of a pattern: how it is written, and what one character must be; any number of them for {@code %}. */
    private record Part(String written, String accepted, boolean many) {
        boolean accepts(char c) {
            return accepted.indexOf(c) >= 0;
        }
    }

    @Property(tries = 1_000, seed = "17")
    void like_agrees_with_a_matcher_that_tries_everything(
            @ForAll("patterns") List<Part> pattern, @ForAll("texts") String text) {
        String written = pattern.stream().map(Part::written).collect(Collectors.joining());

        JsonNode row = Sql.bind(
                        "SELECT VALUE @text LIKE @pattern ESCAPE '!' FROM c",
                        Map.of("@text", text, "@pattern", written))
                .rows(List.of(StringNode.valueOf("any")).iterator())
                .next();

        assertThat(row.booleanValue()).as("'%s' LIKE '%s'", text, written).isEqualTo(matches(pattern, text));
    }

    private static boolean matches(List<Part> pattern, String text) {
        if (pattern.isEmpty()) {
            return text.isEmpty();
        }
        List<Part> rest = pattern.subList(1, pattern.size());
        if (pattern.get(0).many()) {
            return matches(rest, text) || !text.isEmpty() && matches(pattern, text.substring(1));
        }
        return !text.isEmpty() && pattern.get(0).accepts(text.charAt(0)) && matches(rest, text.substring(1));
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings().withChars(LETTERS).ofMaxLength(7);
    }

    @Provide
    Arbitrary<List<Part>> patterns() {
        Arbitrary<Part> plain =
                Arbitraries.of('a', 'b', 'c', '-').map(c -> new Part(String.valueOf(c), String.valueOf(c), false));
        Arbitrary<Part> escaped =
                Arbitraries.strings().withChars(LETTERS).ofLength(1).map(c -> new Part("!" + c, c, false));
        Arbitrary<Part> one = Arbitraries.just(new Part("_", LETTERS, false));
        Arbitrary<Part> many = Arbitraries.just(new Part("%", "", true));
        Arbitrary<Part> set = Combinators.combine(
                        Arbitraries.strings().withChars("abc").ofMinLength(1).ofMaxLength(2),
                        Arbitraries.of(true, false))
                .as((letters, negated) -> new Part(
                        "[" + (negated ? "^" : "") + letters + "]",
                        negated ? LETTERS.replaceAll("[" + letters + "]", "") : letters,
                        false));
        Arbitrary<Part> range = Arbitraries.of(true, false)
                .map(negated ->
                        new Part(negated ? "[^a-b]" : "[a-b]", negated ? LETTERS.replaceAll("[ab]", "") : "ab", false));
        return Arbitraries.oneOf(plain, escaped, one, many, set, range).list().ofMaxSize(6);
    }
}
