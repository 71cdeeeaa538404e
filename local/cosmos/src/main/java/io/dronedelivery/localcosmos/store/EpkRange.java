package io.dronedelivery.localcosmos.store;

/** A part of the ring of effective partition keys, with its lower end and without its upper end. */
public record EpkRange(EffectivePartitionKey min, EffectivePartitionKey max) {
    public static final EpkRange ALL = new EpkRange(EffectivePartitionKey.MIN, EffectivePartitionKey.MAX);

    /** The keys of all documents that have these first values of a hierarchical partition key. */
    public static EpkRange ofPrefix(Scalar prefix) {
        EffectivePartitionKey first = EffectivePartitionKey.of(prefix);
        return new EpkRange(first, new EffectivePartitionKey(first.high(), first.low(), first.rest() + "FF"));
    }

    public boolean contains(EffectivePartitionKey key) {
        return min.compareTo(key) <= 0 && key.compareTo(max) < 0;
    }

    public boolean contains(EpkRange other) {
        return min.compareTo(other.min) <= 0 && other.max.compareTo(max) <= 0;
    }
}
