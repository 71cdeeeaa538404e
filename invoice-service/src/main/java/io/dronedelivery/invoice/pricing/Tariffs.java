package io.dronedelivery.invoice.pricing;

import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The versions of the tariff. A delivery is priced by the version with which it was accepted, whenever that is. */
public final class Tariffs {

    /** The version of {@link Tariff#FIRST}. Deliveries of earlier releases, which name no version, were accepted with it. */
    public static final int FIRST = 1;

    private final TreeMap<Integer, Tariff> versions;

    /** @param later all versions but the first */
    Tariffs(Map<Integer, Tariff> later) {
        versions = new TreeMap<>(later);
        versions.put(FIRST, Tariff.FIRST);
    }

    public @Nullable Tariff version(int version) {
        return versions.get(version);
    }

    public SortedSet<Integer> versions() {
        return new TreeSet<>(versions.keySet());
    }
}
