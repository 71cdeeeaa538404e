package io.dronedelivery.localcosmos;

/**
 * The cost of operations in request units (RU). A model, not Azure's meter:
 *
 * <ul>
 *   <li>Documented by Microsoft ("Request Units in Azure Cosmos DB", "Optimize reads and writes cost"): a point read of 1 KB costs 1 RU and
 *     one of 100 KB 10 RU. An insert of 1 KB costs about 5.5 RU and a replacement about twice as much.
 *   <li>Calibrated: {@code queryPerPartition} and {@code queryPerResultKb} are solved from two published figures. A query over nine
 *     physical partitions that finds one document of up to 1 KB costs 29 RU (nine bases and one result). The same query on one partition
 *     costs 3.39 RU (one base and one result).
 *   <li>Assumed: writes grow with size as the capacity calculator shows (100 KB about ten times 1 KB). A refused call costs a value from a
 *     report (0.38 RU), which is reported and not taken from the budget.
 * </ul>
 * Sizes are bytes of JSON as the client sent it. Sizes below 1 KB count as 1 KB.
 *
 * @param readFirstKb point read, first KB
 * @param readPerKb point read, each further KB
 * @param writeFirstKb create or delete, first KB
 * @param writePerKb create or delete, each further KB
 * @param replaceFactor replacement or patch relative to a create
 * @param queryPerPartition query, for each physical partition (each call)
 * @param queryPerResultKb query, for each result, per KB
 * @param metadata any call about databases, containers, offers, ranges, query plans
 * @param throttled an answer with status 429
 */
public record RequestCharges(
        double readFirstKb,
        double readPerKb,
        double writeFirstKb,
        double writePerKb,
        double replaceFactor,
        double queryPerPartition,
        double queryPerResultKb,
        double metadata,
        double throttled) {
    private static final double KB = 1_024;

    /** The calibrated model described above. */
    public static RequestCharges calibrated() {
        return new RequestCharges(1, 9.0 / 99, 5.5, 49.5 / 99, 2, 3.20125, 0.18875, 1, 0.38);
    }

    /** The same model with another price of queries. */
    public RequestCharges withQueries(double perPartition, double perResultKb) {
        return new RequestCharges(
                readFirstKb,
                readPerKb,
                writeFirstKb,
                writePerKb,
                replaceFactor,
                perPartition,
                perResultKb,
                metadata,
                throttled);
    }

    /** The same model with another price of the first KB read and written. */
    public RequestCharges withFirstKb(double read, double write) {
        return new RequestCharges(
                read,
                readPerKb,
                write,
                writePerKb,
                replaceFactor,
                queryPerPartition,
                queryPerResultKb,
                metadata,
                throttled);
    }

    public double read(int bytes) {
        return readFirstKb + readPerKb * furtherKb(bytes);
    }

    public double create(int bytes) {
        return writeFirstKb + writePerKb * furtherKb(bytes);
    }

    public double replace(int bytes) {
        return replaceFactor * create(bytes);
    }

    public double delete(int bytes) {
        return create(bytes);
    }

    /** The charge of a query's call to one physical partition, without its results. {@link #result(int)} is added for each. */
    public double query() {
        return queryPerPartition;
    }

    public double result(int bytes) {
        return queryPerResultKb * (1 + furtherKb(bytes));
    }

    /** The charge of a page of the change feed: that of one read of its bytes. */
    public double changes(long bytes) {
        return readFirstKb + readPerKb * Math.max(0, bytes - KB) / KB;
    }

    private static double furtherKb(int bytes) {
        return Math.max(0, bytes - KB) / KB;
    }
}
