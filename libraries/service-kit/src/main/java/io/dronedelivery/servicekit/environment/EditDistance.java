package io.dronedelivery.servicekit.environment;

/** The distance between two words as people mistype them: Levenshtein's, in which a swap of two neighbours counts once. */
public final class EditDistance {

    private EditDistance() {}

    /** How many characters to add, remove, change or swap. */
    public static int between(String from, String to) {
        int[][] errors = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                errors[i][j] = i == 0 || j == 0
                        ? i + j
                        : Math.min(
                                errors[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1),
                                Math.min(errors[i - 1][j], errors[i][j - 1]) + 1);
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    errors[i][j] = Math.min(errors[i][j], errors[i - 2][j - 2] + 1);
                }
            }
        }
        return errors[from.length()][to.length()];
    }
}
