package io.dronedelivery.localcosmos.sql;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A query whose parameters have values, compiled. Immutable and safe for any number of threads; cheap to make, so it need not
 * be kept.
 */
public final class BoundQuery {

    private final String sql;
    private final Select select;
    private final Compiler constants;
    private final Limits limits;
    private final Pipeline pipeline;

    BoundQuery(String sql, Select select, Map<String, JsonNode> parameters) {
        this.sql = sql;
        this.select = select;
        this.constants = new Compiler(select.from(), parameters);
        this.limits = new Limits(count(select.top()), count(select.offset()), count(select.limit()));
        this.pipeline = new Pipeline(select, constants, limits);
    }

    private @Nullable Integer count(Select.@Nullable Written written) {
        if (written == null) {
            return null;
        }
        JsonNode value = constants.constantOf(written.expr());
        if (value == null || !value.canConvertToExactIntegral() || !value.canConvertToInt() || value.intValue() < 0) {
            throw new SqlException(
                    "'" + written.text() + "' must be a whole number from 0 to " + Integer.MAX_VALUE,
                    sql,
                    written.start(),
                    written.end());
        }
        return value.intValue();
    }

    /**
     * The answer to a query plan request.
     *
     * @param partitionKeyPaths the container's partition key paths, such as {@code /ownerId}
     * @throws SqlException if the query runs on one partition only, because a client could not put the parts together
     */
    public QueryPlan plan(List<String> partitionKeyPaths) {
        return new Planner(sql, select, limits).plan(partitionKeyPaths, equalities());
    }

    /** What a page of {@link #page} goes on from. */
    public Paging paging() {
        return pipeline.paging();
    }

    /**
     * Whether the rows of all partitions, one after the other, are the result: without order, limits, DISTINCT, groups and aggregates
     * nobody has to put them together.
     */
    public boolean isPlain() {
        return !select.isGrouped() && select.orderBy().isEmpty() && !select.distinct() && !limits.areSet();
    }

    /** Whether there are aggregates in another form than {@code SELECT VALUE COUNT(1)}, one alone. */
    public boolean namesAggregates() {
        return !(select.projection() instanceof Select.Value)
                && select.projection().expressions().stream()
                        .anyMatch(expression -> expression.expr().hasAggregate());
    }

    /** Whether a document can give many rows. */
    public boolean hasJoins() {
        return !select.from().joins().isEmpty();
    }

    /** The keys of ORDER BY, which an index has to have. */
    public List<SortPath> orderBy() {
        return select.orderBy().stream()
                .map(key -> new SortPath(
                        Objects.requireNonNull(
                                Paths.of(key.expression().expr(), select.from().root())),
                        key.descending()))
                .toList();
    }

    /**
     * What every document that passes the filter has in common, as far as it is easily seen. The server may leave out of
     * {@link #rows} the documents for which one of these does not hold, as long as it keeps the order of the others.
     */
    public List<Equality> equalities() {
        return Equalities.of(select, constants);
    }

    /** All rows of documents that come in the order of {@code _rid}. */
    public Iterator<JsonNode> rows(Iterator<? extends JsonNode> documents) {
        return page(NumberedDocuments.of(documents), Position.START);
    }

    /**
     * Runs the query over the documents of one partition.
     *
     * <p>With {@link Paging#BY_DOCUMENT} nothing is read before the first {@code hasNext()}, and each {@code hasNext()} reads
     * on just until a document gives a row. Otherwise this call may read all the documents.
     *
     * <p>ORDER BY keeps documents with equal keys in the order given, or in the reverse order if its first key is descending.
     * Clients that resume a cross-partition ORDER BY count on this being the order of {@code _rid}.
     *
     * @param documents all the documents of the partition (and partition key, if the request names one), with system
     *     properties; or, with BY_DOCUMENT, those behind the position's document
     * @param from where the page before ended
     * @return the elements of the answer's {@code Documents}, which may be any JSON; they share their parts with the
     *     documents and must not be changed
     * @throws SqlException here or while the rows are read, when the query's JOINs make too much
     */
    public Rows page(NumberedDocuments documents, Position from) {
        return pipeline.run(documents, from);
    }
}
