package io.dronedelivery.localstack.sample;

import io.dronedelivery.localstack.sample.SampleDelivery.SampleFlight;
import io.dronedelivery.localstack.sample.SampleDelivery.SampleParcel;
import io.dronedelivery.localstack.sample.SampleDelivery.SamplePlace;
import io.dronedelivery.localstack.sample.SampleDelivery.SampleStatus;
import io.dronedelivery.localstack.sample.SampleSpec.SampleSpread;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The sample data of a specification: a pure function of its seed. Each delivery is computed from its index alone. So the data can be
 * streamed any number of times, from any place, by any number of threads, and is never held as a whole.
 *
 * <p>Uses only {@link Random} (whose algorithm its documentation fixes) and {@link StrictMath}, so that all platforms give the same data.
 */
public final class SampleData {

    private static final double CENTRE_LATITUDE = 47.64;
    private static final double CENTRE_LONGITUDE = -122.13;
    private static final int OPENING_HOUR = 6;
    /** Requests come until 20:00; the longest wait and flight still end before midnight, in the month of the request. */
    private static final int OPEN_SECONDS = 14 * 3600;

    private static final double CRUISE_KM_PER_HOUR = 32;

    private final SampleSpec spec;

    public SampleData(SampleSpec spec) {
        this.spec = spec;
    }

    public SampleSpec spec() {
        return spec;
    }

    public Stream<SampleDelivery> deliveries() {
        return IntStream.range(0, spec.deliveries()).mapToObj(this::delivery);
    }

    /** The delivery with the given index, from 0. */
    public SampleDelivery delivery(int index) {
        Random lot = new Random(mix(mix(spec.seed()) + index));
        int monthIndex = spec.monthIndexOf(index);
        YearMonth month = spec.month(monthIndex);
        String id = "d-" + padded(index + 1, 6);
        String ownerId = SampleSpec.ownerId(1 + ownerIndex(index, monthIndex, lot));
        Instant requestedAt = requestedAt(index, monthIndex, lot);
        boolean expedited = lot.nextInt(10) == 0;
        SamplePlace pickup = location(lot);
        SamplePlace dropoff = location(lot);
        List<SampleParcel> packages = packages(id, lot);
        SampleStatus status = status(month, lot);
        SampleFlight flight = status == SampleStatus.COMPLETED
                ? flight(index, requestedAt, expedited, pickup, dropoff, packages, lot)
                : null;
        return new SampleDelivery(
                id, ownerId, month, status, requestedAt, pickup, dropoff, expedited, packages, flight);
    }

    /**
     * A month with data to show, preferably the last but one of {@code o-17}: its owner, the month, and a completed delivery of both. Empty
     * when the specification has no completed delivery.
     */
    public Optional<SampleDelivery> showcase() {
        String ownerId = SampleSpec.ownerId(Math.min(17, spec.owners()));
        int from = spec.deliveries() == 0 ? 0 : spec.firstDeliveryOf(Math.max(0, spec.months() - 2));
        return IntStream.range(from, spec.deliveries())
                .mapToObj(this::delivery)
                .filter(delivery ->
                        delivery.flight() != null && delivery.ownerId().equals(ownerId))
                .findFirst()
                .or(() -> deliveries()
                        .filter(delivery -> delivery.flight() != null)
                        .findFirst());
    }

    private int ownerIndex(int index, int monthIndex, Random lot) {
        int drawn = lot.nextInt(spec.activeOwners(monthIndex)); // drawn always, to keep later numbers
        return spec.spread() == SampleSpread.EVEN ? (index - spec.firstDeliveryOf(monthIndex)) % spec.owners() : drawn;
    }

    /** Spread evenly over the month's open hours, ascending with the index. */
    private Instant requestedAt(int index, int monthIndex, Random lot) {
        YearMonth month = spec.month(monthIndex);
        int first = spec.firstDeliveryOf(monthIndex);
        int count = spec.firstDeliveryOf(monthIndex + 1) - first;
        double share = (index - first + lot.nextDouble()) / count;
        long openSecond = (long) (share * month.lengthOfMonth() * OPEN_SECONDS);
        return month.atDay(1 + (int) (openSecond / OPEN_SECONDS))
                .atTime(OPENING_HOUR, 0)
                .plusSeconds(openSecond % OPEN_SECONDS)
                .toInstant(ZoneOffset.UTC);
    }

    private static SamplePlace location(Random lot) {
        return new SamplePlace(
                fiveDecimals(CENTRE_LATITUDE + (lot.nextDouble() - 0.5) * 0.12),
                fiveDecimals(CENTRE_LONGITUDE + (lot.nextDouble() - 0.5) * 0.18));
    }

    private static double fiveDecimals(double degrees) {
        return StrictMath.round(degrees * 100_000) / 100_000.0;
    }

    private static List<SampleParcel> packages(String deliveryId, Random lot) {
        int count = packageCount(lot.nextInt(100));
        List<SampleParcel> packages = new ArrayList<>(count);
        for (int number = 1; number <= count; number++) {
            int kind = lot.nextInt(100);
            String id = deliveryId + "-" + number;
            if (kind < 55) {
                packages.add(new SampleParcel(id, "small", between(5, 100, lot)));
            } else if (kind < 88) {
                packages.add(new SampleParcel(id, "medium", between(50, 250, lot)));
            } else {
                packages.add(new SampleParcel(id, "large", between(150, 350, lot)));
            }
        }
        return List.copyOf(packages);
    }

    /** 1 to 7, with small numbers more frequent. */
    private static int packageCount(int percent) {
        int[] upTo = {30, 58, 76, 87, 94, 98, 100};
        int count = 0;
        while (percent >= upTo[count]) {
            count++;
        }
        return count + 1;
    }

    /** Some deliveries are cancelled in any month. In the last month some still wait for a drone or fly. */
    private SampleStatus status(YearMonth month, Random lot) {
        int percent = lot.nextInt(100);
        if (spec.spread() == SampleSpread.EVEN) {
            return SampleStatus.COMPLETED;
        }
        if (percent < 2) {
            return SampleStatus.CANCELLED;
        }
        return month.equals(spec.lastMonth()) && percent < 5 ? SampleStatus.ACCEPTED : SampleStatus.COMPLETED;
    }

    private static SampleFlight flight(
            int index,
            Instant requestedAt,
            boolean expedited,
            SamplePlace pickup,
            SamplePlace dropoff,
            List<SampleParcel> packages,
            Random lot) {
        int payload = packages.stream().mapToInt(SampleParcel::weight).sum();
        Drone drone = Drone.carrying(payload, index);
        Instant departedAt = requestedAt.plusSeconds(expedited ? between(60, 300, lot) : between(120, 1500, lot));
        double distanceKm = distanceKm(pickup, dropoff);
        double headwind = 0.9 + lot.nextDouble() * 0.3;
        int seconds = 60 + (int) StrictMath.round(distanceKm / CRUISE_KM_PER_HOUR * 3600 * headwind);
        return new SampleFlight(
                drone.id(), departedAt, seconds, (int) StrictMath.round(distanceKm * 100), payload, drone.capacity());
    }

    /** Great-circle distance (haversine, mean earth radius 6371 km). */
    private static double distanceKm(SamplePlace from, SamplePlace to) {
        double halfLatitude = StrictMath.sin(StrictMath.toRadians(to.latitude() - from.latitude()) / 2);
        double halfLongitude = StrictMath.sin(StrictMath.toRadians(to.longitude() - from.longitude()) / 2);
        double square = halfLatitude * halfLatitude
                + StrictMath.cos(StrictMath.toRadians(from.latitude()))
                        * StrictMath.cos(StrictMath.toRadians(to.latitude()))
                        * halfLongitude
                        * halfLongitude;
        return 2 * 6371 * StrictMath.asin(StrictMath.sqrt(square));
    }

    /** The padded number, without a format string, which would be the most expensive part of a delivery. */
    static String padded(int number, int digits) {
        String text = Integer.toString(number);
        return "0".repeat(Math.max(0, digits - text.length())) + text;
    }

    private static int between(int low, int high, Random lot) {
        return low + lot.nextInt(high - low + 1);
    }

    /** The finalizer of SplitMix64: neighbouring indexes must not get neighbouring seeds of a linear generator. */
    private static long mix(long value) {
        long mixed = (value + 1) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** A drone of the fleet: 30 light, 20 medium, 10 heavy ones, which take turns. */
    private record Drone(String id, int capacity) {

        static Drone carrying(int payload, int turn) {
            if (payload <= 500) {
                return new Drone(name(1 + turn % 30), 500);
            }
            return payload <= 1000 ? new Drone(name(31 + turn % 20), 1000) : new Drone(name(51 + turn % 10), 2500);
        }

        private static String name(int number) {
            return "dr-" + padded(number, 2);
        }
    }
}
