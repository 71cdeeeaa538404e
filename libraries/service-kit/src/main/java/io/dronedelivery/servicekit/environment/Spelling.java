package io.dronedelivery.servicekit.environment;

import io.dronedelivery.servicekit.environment.SettingNames.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the setting that a variable is, or is nearly.
 *
 * @param words of the variable, in lower case
 */
record Spelling(List<String> words) {

    /** An element of a setting's name may be two words of a variable and more: {@code FORWARDED_FROM} is {@code forwardedfrom}. */
    private static final int MOST_WORDS = 4;

    static final int MOST_ERRORS = 3;

    /**
     * @param elements of the setting's name, without dashes
     * @param keys which of them are keys of maps or numbers of lists
     * @param errors characters that are wrong, missing or too many
     */
    record Guess(List<String> elements, List<Integer> keys, int errors) {

        private static final Guess END = new Guess(List.of(), List.of(), 0);

        private Guess after(String element, boolean isKey, int more) {
            List<Integer> moved = new ArrayList<>(isKey ? List.of(0) : List.of());
            keys.forEach(key -> moved.add(key + 1));
            return new Guess(
                    Stream.concat(Stream.of(element), elements.stream()).toList(), moved, errors + more);
        }
    }

    /** The nearest setting, or null when none is near. */
    @Nullable
    Guess nearest(Element root) {
        return nearest(root, 0, MOST_ERRORS);
    }

    /** How many of the first words are elements of settings' names. */
    int known(Element root) {
        Element at = root;
        for (int i = 0; i < words.size(); i++) {
            Element next = at.next.getOrDefault(words.get(i), at.any);
            if (next == null) {
                return i;
            }
            at = next;
        }
        return words.size();
    }

    private @Nullable Guess nearest(Element at, int from, int errors) {
        if (from == words.size()) {
            return at.isSetting ? Guess.END : null;
        }
        Guess best = null;
        for (int to = from + 1; to <= Math.min(from + MOST_WORDS, words.size()); to++) {
            String word = String.join("", words.subList(from, to));
            for (Map.Entry<String, Element> next : at.next.entrySet()) {
                int most = Math.min(errors, best == null ? errors : best.errors() - 1);
                int wrong = errors(word, next.getKey());
                if (wrong <= most) {
                    best = better(best, nearest(next.getValue(), to, most - wrong), next.getKey(), false, wrong);
                }
            }
        }
        if (at.any != null && (best == null || best.errors() > 0)) {
            best = better(best, nearest(at.any, from + 1, errors), words.get(from), true, 0);
        }
        return best == null && at.isOpen ? Guess.END : best;
    }

    private static @Nullable Guess better(
            @Nullable Guess best, @Nullable Guess rest, String element, boolean isKey, int wrong) {
        return rest == null || best != null && best.errors() <= rest.errors() + wrong
                ? best
                : rest.after(element, isKey, wrong);
    }

    /** The {@link EditDistance}, or more than the maximum when too many characters differ for words of this length. */
    static int errors(String word, String known) {
        int most = known.length() < 4 ? 0 : known.length() < 6 ? 1 : 2;
        int found =
                Math.abs(word.length() - known.length()) > most ? MOST_ERRORS + 1 : EditDistance.between(word, known);
        return found <= most ? found : MOST_ERRORS + 1;
    }
}
