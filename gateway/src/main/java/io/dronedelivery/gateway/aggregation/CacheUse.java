package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.cache.KeptAnswer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the answer of a part came about where answers are kept.
 *
 * @param how parameters of {@code Cache-Status}, such as {@code hit}
 * @param kept the answer as it is kept now, null when it is not
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9211">RFC 9211, Cache-Status</a>
 */
record CacheUse(String how, @Nullable KeptAnswer kept) {

    static final String HEADER = "Cache-Status";
    static final String HIT = "hit";

    /** The use of a list with a call for each element: that of the first call that was made, and the answer that is fresh for the least time. */
    static @Nullable CacheUse of(List<CacheUse> uses) {
        if (uses.size() < 2) {
            return uses.isEmpty() ? null : uses.get(0);
        }
        List<KeptAnswer> kept = new ArrayList<>(uses.size());
        String how = HIT;
        int hits = 0;
        for (CacheUse use : uses) {
            if (use.kept != null) {
                kept.add(use.kept);
            }
            hits += use.how.equals(HIT) ? 1 : 0;
            how = how.equals(HIT) ? use.how : how;
        }
        return new CacheUse(
                hits == uses.size() ? HIT : how + "; detail=\"" + hits + " of " + uses.size() + " are hits\"",
                kept.size() < uses.size() ? null : KeptAnswer.leastFresh(kept));
    }

    /** @param name of the part, or of the aggregation */
    void appendTo(StringBuilder field, String name) {
        field.append(field.isEmpty() ? "" : ", ").append(name).append("; ").append(how);
        if (kept != null) {
            field.append("; ttl=").append(kept.secondsFresh());
        }
    }
}
