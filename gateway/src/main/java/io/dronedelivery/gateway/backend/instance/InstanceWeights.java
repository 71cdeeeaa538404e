package io.dronedelivery.gateway.backend.instance;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The choice among instances that do not all get the same share of calls, and the choice that is the same for all calls with a value. The share
 * of an instance is its weight; that of one in its slow start is smaller.
 */
final class InstanceWeights {

    /** An instance with this many times the calls in progress of the others, compared by weight, is slow, and the others come first. */
    private static final int SLOW = 2;

    /** So many calls in progress say nothing about an instance. */
    private static final int FEW = 2;

    private static final double TO_FRACTION = 0x1.0p-53;

    private InstanceWeights() {}

    /**
     * One of them, at random by weight. So shares are as exact with few calls as with many. An instance that is slow for its share is passed
     * over once.
     */
    static Instance random(List<Instance> some, long now) {
        Instance chosen = random(some, null, now);
        return some.size() > 1 && isSlow(chosen, some, now) ? random(some, chosen, now) : chosen;
    }

    private static Instance random(List<Instance> some, @Nullable Instance without, long now) {
        double all = 0;
        for (Instance one : some) {
            all += one == without ? 0 : one.weight(now);
        }
        double place = ThreadLocalRandom.current().nextDouble() * all;
        Instance last = some.get(0);
        for (Instance one : some) {
            if (one != without) {
                last = one;
                place -= one.weight(now);
                if (place < 0) {
                    break;
                }
            }
        }
        return last;
    }

    private static boolean isSlow(Instance chosen, List<Instance> some, long now) {
        double all = 0;
        long calls = 0;
        for (Instance one : some) {
            all += one.weight(now);
            calls += one.calls();
        }
        double weight = chosen.weight(now);
        // A small instance is often idle, and a large one is not slow because of that.
        long others = Math.max(1, calls - chosen.calls());
        return chosen.calls() > FEW + SLOW * others * weight / (all - weight);
    }

    /**
     * The one for a value: each instance draws a number from value and address, and the best one counts. When an instance is added or left out,
     * only the values that it gets or had change their instance.
     *
     * @see <a href="https://www.ietf.org/archive/id/draft-ietf-bess-weighted-hrw-00.html">Weighted rendezvous hashing</a>
     */
    static Instance of(String value, List<Instance> some, long now) {
        Instance best = some.get(0);
        double least = Double.POSITIVE_INFINITY;
        long hash = mix(value.hashCode());
        for (Instance one : some) {
            double drawn = ((mix(hash ^ one.seed()) >>> 11) + 0.5) * TO_FRACTION;
            double score = -Math.log(drawn) / one.weight(now);
            if (score < least) {
                least = score;
                best = one;
            }
        }
        return best;
    }

    /** Spreads similar numbers: the last steps of SplitMix64. */
    static long mix(long number) {
        long mixed = (number ^ number >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }
}
