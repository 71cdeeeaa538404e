package io.dronedelivery.promise.protection;

/**
 * What a test has said of a build.
 *
 * @param words of the first assertion that failed, or of what else went wrong
 */
record Finding(Kind kind, String words) {

    enum Kind {
        PASSED,
        /** By an assertion of its own. */
        FAILED,
        /** It has not come so far that it could say. */
        ERROR
    }

    /** As a text, of which {@link #read} makes the same again. */
    String written() {
        return kind + "\n" + words;
    }

    static Finding read(String written) {
        int end = written.indexOf('\n');
        return new Finding(Kind.valueOf(written.substring(0, end)), written.substring(end + 1));
    }
}
