package io.dronedelivery.localcosmos.store;

/**
 * Throughput that a client provisions for a container, or for a database whose containers share it.
 *
 * @param requestUnits request units per second; with autoscale the most
 * @param autoscale whether the service scales it between a tenth and all of it; here all of it is always there
 */
public record Provision(int requestUnits, boolean autoscale) {
    /** A container whose creator named none, in a database without throughput. */
    public static final Provision DEFAULT = new Provision(400, false);

    private static final int MAX = 1_000_000;
    private static final int MIN_AUTOSCALE = 1_000;

    /** @throws ServiceException 400 for an amount that the service would not provision */
    public static Provision manual(int requestUnits) {
        check("provisioned throughput", requestUnits, DEFAULT.requestUnits(), 100);
        return new Provision(requestUnits, false);
    }

    /** @throws ServiceException 400 for a maximum that the service would not provision */
    public static Provision autoscale(int maxRequestUnits) {
        check("maximum of autoscale throughput", maxRequestUnits, MIN_AUTOSCALE, MIN_AUTOSCALE);
        return new Provision(maxRequestUnits, true);
    }

    private static void check(String what, int requestUnits, int least, int step) {
        if (requestUnits < least || requestUnits > MAX || requestUnits % step != 0) {
            throw ServiceException.badRequest("The " + what + " must be a multiple of " + step + " between " + least
                    + " and " + MAX + ", but is " + requestUnits + ".");
        }
    }

    /** As much of the other kind, which the service chooses when a client only migrates an offer. */
    public Provision migrated() {
        return autoscale
                ? manual(requestUnits)
                : autoscale(
                        Math.max(MIN_AUTOSCALE, (requestUnits + MIN_AUTOSCALE - 1) / MIN_AUTOSCALE * MIN_AUTOSCALE));
    }
}
