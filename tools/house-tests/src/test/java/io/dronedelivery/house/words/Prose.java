package io.dronedelivery.house.words;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sentences of Markdown pages and Javadoc comments. Code, links' targets and tags are no words. */
final class Prose {

    private static final Pattern FENCED = Pattern.compile("(?ms)^\\s*(```|~~~).*?^\\s*\\1\\s*$");
    private static final Pattern MARKDOWN_COMMENT = Pattern.compile("(?s)<!--.*?-->");
    private static final Pattern TABLE_RULE = Pattern.compile("[|\\s:\\-]+");
    private static final Pattern ITEM = Pattern.compile("^([-*+>]|\\d+\\.)\\s+");
    private static final Pattern JAVADOC = Pattern.compile("(?s)/\\*\\*(.*?)\\*/");
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?:])[\"')*]*\\s+(?=[\"'(*A-Z0-9])");
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][\\w'\\-./%,:]*");

    private Prose() {}

    /** The sentences of a page, a cell of a table counts as one or more. */
    static List<String> ofMarkdown(String page) {
        String text = MARKDOWN_COMMENT
                .matcher(FENCED.matcher(page).replaceAll("\n\n"))
                .replaceAll("");
        List<String> blocks = new ArrayList<>();
        StringBuilder block = new StringBuilder();
        for (String line : text.lines().map(String::strip).toList()) {
            boolean isTable = line.startsWith("|");
            if (line.isEmpty()
                    || line.startsWith("#")
                    || isTable
                    || ITEM.matcher(line).find()) {
                blocks.add(block.toString());
                block.setLength(0);
            }
            if (isTable && !TABLE_RULE.matcher(line).matches()) {
                blocks.addAll(List.of(line.split("(?<!\\\\)\\|")));
            } else if (!isTable && !line.startsWith("#")) {
                block.append(ITEM.matcher(line).replaceFirst("")).append(' ');
            }
        }
        blocks.add(block.toString());
        return sentences(blocks.stream().map(Prose::withoutMarkup));
    }

    private static String withoutMarkup(String block) {
        return block.replaceAll("!?\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                .replaceAll("``?[^`]*``?", "code")
                .replace("**", "");
    }

    /** The sentences of the Javadoc comments in a source file; each block tag begins a new one. */
    static List<String> ofJavadoc(String source) {
        return sentences(JAVADOC.matcher(source)
                .results()
                .map(comment -> comment.group(1).replaceAll("(?m)^\\s*\\*", ""))
                .flatMap(comment -> Stream.of(comment.split("<p>|<li>|<tr>|<td>|(?m)^\\s*@")))
                .map(text -> text.replaceAll("(?s)<pre>.*?</pre>", " ")
                        .replaceAll("\\{@\\w+\\s+[^}]*}", "code")
                        .replaceAll("<[^>]*>", " ")));
    }

    private static List<String> sentences(Stream<String> blocks) {
        return blocks.flatMap(SENTENCE_END::splitAsStream)
                .map(sentence -> sentence.replaceAll("\\s+", " ").strip())
                .filter(sentence -> words(sentence) > 0)
                .toList();
    }

    static long words(String sentence) {
        return WORD.matcher(sentence).results().count();
    }

    /** The matches of a pattern, each with the words around it. */
    static List<String> found(Pattern pattern, String sentence) {
        return pattern.matcher(sentence).results().map(MatchResult::group).collect(Collectors.toList());
    }
}
