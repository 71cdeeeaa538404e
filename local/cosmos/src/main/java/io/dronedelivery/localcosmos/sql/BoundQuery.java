package io.dronedelivery.localcosmos.sql;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A query with values for its parameters. Immutable and thread-safe. It is cheap to make, so it need not be cached. */
public final class BoundQuery {

    private final String sql;
    private final Select select;
    private final boolean hasSubqueries;
    private final Map<String, JsonNode> parameters;
    private final Compiler constants;
    private final RowLimits limits;

    BoundQuery(String sql, SelectParser.Parsed parsed, Map<String, JsonNode> parameters) {
        this.sql = sql;
        this.select = parsed.select();
        this.hasSubqueries = parsed.hasSubqueries();
        this.parameters = parameters;
        this.constants = new Compiler(select.from(), parameters, new JoinLimits(false));
        this.limits = new RowLimits(count(select.top()), count(select.offset()), count(select.limit()));
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
     * @throws SqlException if the query runs on one partition only, because a client could not combine the parts
     */
    public QueryPlan plan(List<String> partitionKeyPaths) {
        return new Planner(sql, select, limits).plan(partitionKeyPaths, equalities());
    }

    /** The kind of position from which {@link #page} continues. */
    public Paging paging() {
        return Pipeline.paging(select);
    }

    /**
     * Whether the rows of all partitions, one after the other, are the result. Without order, limits, DISTINCT, groups and aggregates they
     * need no combination.
     */
    public boolean isPlain() {
        return !select.isGrouped() && select.orderBy().isEmpty() && !select.distinct() && !limits.areSet();
    }

    /** Whether there are aggregates in another form than a single {@code SELECT VALUE COUNT(1)}. */
    public boolean namesAggregates() {
        return !(select.projection() instanceof Select.Value)
                && select.projection().expressions().stream()
                        .anyMatch(expression -> expression.expr().hasAggregate());
    }

    /** Whether a document can take long: its elements are read one by one. */
    public boolean hasJoins() {
        return hasSubqueries || !select.from().joins().isEmpty();
    }

    /** The keys of ORDER BY, which an index must have. */
    public List<SortPath> orderBy() {
        return select.orderBy().stream()
                .map(key -> new SortPath(
                        Objects.requireNonNull(
                                Paths.of(key.expression().expr(), select.from().root())),
                        key.descending()))
                .toList();
    }

    /**
     * Equalities that hold for every document that passes the filter, as far as they are easy to find. The server may omit documents for
     * which one of them does not hold from {@link #rows}, if it keeps the order of the others.
     */
    public List<Equality> equalities() {
        return Equalities.of(select, constants);
    }

    /** All rows of documents in the order of {@code _rid}. */
    public Iterator<JsonNode> rows(Iterator<? extends JsonNode> documents) {
        return page(NumberedDocuments.of(documents), QueryPosition.START);
    }

    /**
     * Runs the query over the documents of one partition.
     *
     * <p>With {@link Paging#BY_DOCUMENT} nothing is read before the first {@code hasNext()}, and each {@code hasNext()} reads only until a
     * document gives a row. Otherwise this call may read all the documents.
     *
     * <p>ORDER BY keeps documents with equal keys in the given order, or in the reverse order if its first key is descending. Clients that
     * resume a cross-partition ORDER BY rely on the order of {@code _rid}.
     *
     * @param documents all the documents of the partition (and of the partition key, if the request names one), with system properties.
     *     With BY_DOCUMENT, only those behind the position's document
     * @param from where the previous page ended
     * @return the elements of the answer's {@code Documents}, which may be any JSON. They share their parts with the documents and must not
     *     be changed
     * @throws SqlException here or while the rows are read, when the query's JOINs make too many rows
     */
    public Rows page(NumberedDocuments documents, QueryPosition from) {
        Compiler compiler = new Compiler(select.from(), parameters, new JoinLimits(hasJoins()));
        return new Pipeline(select, compiler, limits).run(documents, from);
    }
}
