package io.dronedelivery.localkit;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;

/** Finds the known word that a user probably wanted. */
public final class NearestWord {

    private NearestWord() {}

    /**
     * The candidate with the fewest insertions, deletions and replacements (Levenshtein).
     *
     * @param candidates at least one
     */
    public static String to(String word, Collection<String> candidates) {
        return Collections.min(candidates, Comparator.comparingInt(candidate -> distance(word, candidate)));
    }

    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        Arrays.setAll(row, i -> i);
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[other.length()];
    }
}
