package io.dronedelivery.cosmosaccess;

/**
 * How many physical partitions a query queries at the same time when it needs more than one.
 *
 * <p>{@code all} means every existing partition. The SDK's own {@code -1} is not offered: it means the number of processors of this
 * machine, which says nothing about the database (azure-sdk-for-java, issue 48442).
 *
 * @param limit the most partitions at a time, or 0 for all of them
 */
record Parallelism(int limit) {

    private static final Parallelism ALL = new Parallelism(0);

    /** Reads the value of {@code cosmos.containers.<name>.parallelism}: {@code all} or a whole number of at least 1. */
    public static Parallelism of(String text) {
        if (text.equalsIgnoreCase("all")) {
            return ALL;
        }
        if (!text.matches("[1-9][0-9]{0,4}")) {
            throw new IllegalArgumentException(
                    "must be 'all' (every physical partition at once) or a whole number from 1");
        }
        return new Parallelism(Integer.parseInt(text));
    }

    /** The number to query at the same time, for the given number of partitions. */
    int among(int partitions) {
        return limit == 0 ? partitions : limit;
    }

    @Override
    public String toString() {
        return limit == 0 ? "all" : Integer.toString(limit);
    }
}
