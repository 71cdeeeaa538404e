package io.dronedelivery.localcosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
        if (value == null || !value.isNumber() || value.doubleValue() != value.intValue() || value.intValue() < 0) {
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

    /** How the server has to page {@link #rows}. */
    public Paging paging() {
        boolean alone = !select.isGrouped() && select.orderBy().isEmpty() && !select.distinct() && !limits.areSet();
        return alone && select.from().joins().isEmpty() ? Paging.BY_DOCUMENT : Paging.BY_ROW;
    }

    /**
     * What every document that passes the filter has in common, as far as it is easily seen. The server may leave out of
     * {@link #rows} the documents for which one of these does not hold, as long as it keeps the order of the others.
     */
    public List<Equality> equalities() {
        return Equalities.of(select, constants);
    }

    /**
     * Runs the query over the documents of one partition.
     *
     * <p>With {@link Paging#BY_DOCUMENT} nothing is read before the first {@code hasNext()}, and each {@code hasNext()} reads
     * on just until a document gives a row. So after a {@code next()}, and before another {@code hasNext()}, the number of
     * documents read is the position of the next page. With {@link Paging#BY_ROW} this call may read all the documents.
     *
     * <p>ORDER BY keeps documents with equal keys in the order given, or in the reverse order if its first key is descending.
     * Clients that resume a cross-partition ORDER BY count on this being the order of {@code _rid}, so documents must be
     * given in the order of {@code _rid}, ascending.
     *
     * @param documents all the documents of the partition (and partition key, if the request names one), with system
     *     properties, in the order of {@code _rid}; or, with BY_DOCUMENT, those from the position of the page
     * @return the elements of the answer's {@code Documents}, which may be any JSON; they share their parts with the
     *     documents and must not be changed
     */
    public Iterator<JsonNode> rows(Iterator<? extends JsonNode> documents) {
        return pipeline.run(documents);
    }
}
