package io.dronedelivery.house.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages and Javadoc keep to the plain words that CONTRIBUTING.md asks for. */
class PlainWordsTest {

    private static final int LONGEST_SENTENCE = 35;
    private static final double LONG_ONES_PERCENT = 3;
    private static final int WORDS_OF_ALL_PAGES = 81_945;

    /** Words of a private dictionary, and what to write. */
    private static final Map<String, String> BANNED = Map.ofEntries(
            Map.entry("away", "unavailable"),
            Map.entry("meant", "requested, intended"),
            Map.entry("told", "notified, receives"),
            Map.entry("nobody", "no caller, no instance"),
            Map.entry("whoever", "a caller that"),
            Map.entry("so long", "a timeout"),
            Map.entry("parted", "split"),
            Map.entry("of (?:its|their) own", "separate"),
            Map.entry("storms?", "overload, burst"),
            Map.entry("(?<!dead[ -])letters?", "dead letter"),
            Map.entry("(?:a|each|next|every|two) looks?", "a check"),
            Map.entry("patience", "retry budget, timeout"),
            Map.entry("disappointed", "rejected"));

    private static final Pattern ANY_BANNED =
            Pattern.compile("\\b(?:" + String.join("|", BANNED.keySet()) + ")\\b", Pattern.CASE_INSENSITIVE);

    @Test
    void no_page_has_a_word_of_a_private_dictionary() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path page : RepositoryFiles.named(".md")) {
            for (String sentence : Prose.ofMarkdown(Files.readString(page))) {
                Prose.found(ANY_BANNED, sentence)
                        .forEach(
                                word -> found.add(RepositoryFiles.relative(page) + ": '" + word + "' in: " + sentence));
            }
        }
        assertThat(found).as("write instead: %s", BANNED).isEmpty();
    }

    @Test
    void few_sentences_of_the_pages_are_long() throws IOException {
        fewAreLong(RepositoryFiles.named(".md"), Prose::ofMarkdown);
    }

    @Test
    void few_sentences_of_the_javadoc_are_long() throws IOException {
        fewAreLong(RepositoryFiles.mainJava(), Prose::ofJavadoc);
    }

    private static void fewAreLong(List<Path> files, Function<String, List<String>> sentences) {
        long all = 0;
        List<String> tooLong = new ArrayList<>();
        for (Path file : files) {
            for (String sentence : sentences.apply(text(file))) {
                all++;
                if (Prose.words(sentence) > LONGEST_SENTENCE) {
                    tooLong.add(RepositoryFiles.relative(file) + ": " + sentence);
                }
            }
        }
        assertThat(100.0 * tooLong.size() / all)
                .as("percent of %d sentences have more than %d words:%n%s", all, LONGEST_SENTENCE, tooLong)
                .isLessThan(LONG_ONES_PERCENT);
    }

    @ParameterizedTest
    @CsvSource({"README.md, 130", "docs/performance.md, 200"})
    void a_front_page_stays_short(String page, int lines) throws IOException {
        assertThat(Files.readAllLines(RepositoryFiles.ROOT.resolve(page))).hasSizeLessThanOrEqualTo(lines);
    }

    @Test
    void no_readme_has_more_than_200_lines() throws IOException {
        for (Path readme : RepositoryFiles.named("README.md")) {
            assertThat(Files.readAllLines(readme))
                    .as(RepositoryFiles.relative(readme))
                    .hasSizeLessThanOrEqualTo(200);
        }
    }

    /** Generated pages under docs/reference do not count. */
    @Test
    void the_pages_written_by_hand_can_be_read() throws IOException {
        long words = RepositoryFiles.named(".md").stream()
                .filter(page -> !page.startsWith(RepositoryFiles.ROOT.resolve("docs/reference")))
                .mapToLong(page -> text(page).split("\\s+").length)
                .sum();
        assertThat(words).isLessThanOrEqualTo(WORDS_OF_ALL_PAGES);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
