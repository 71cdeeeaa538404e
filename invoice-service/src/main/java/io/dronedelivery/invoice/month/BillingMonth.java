package io.dronedelivery.invoice.month;

import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.Identifiers;
import io.dronedelivery.servicekit.security.Owner;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;

/**
 * One owner's month, the subject of an invoice. The constructor checks the limits of its parts.
 *
 * @param owner whose id is an identifier, see {@link Identifiers}
 * @param year 2000 to 2100
 * @param month 1 to 12
 */
public record BillingMonth(Owner owner, int year, int month) {

    /** @throws ProblemException an invalid request that names the part which breaks its limits */
    public BillingMonth {
        if (!Identifiers.isIdentifier(owner.id())) {
            throw ProblemException.invalid("ownerId", Identifiers.RULE);
        }
        if (year < 2000 || year > 2100) {
            throw ProblemException.invalid("year", "must be from 2000 to 2100");
        }
        if (month < 1 || month > 12) {
            throw ProblemException.invalid("month", "must be from 1 to 12");
        }
    }

    /**
     * The month of an instant, in UTC.
     *
     * @throws ProblemException an invalid request that names the part which breaks its limits
     */
    public static BillingMonth of(Owner owner, Instant at) {
        YearMonth month = YearMonth.from(at.atOffset(ZoneOffset.UTC));
        return new BillingMonth(owner, month.getYear(), month.getMonthValue());
    }

    /**
     * The following month.
     *
     * @throws ProblemException an invalid request when there is none within the limits
     */
    public BillingMonth next() {
        return month == 12 ? new BillingMonth(owner, year + 1, 1) : new BillingMonth(owner, year, month + 1);
    }

    public String ownerId() {
        return owner.id();
    }

    /** The identifier of this month's invoice, such as {@code o-17-2026-11}. */
    public String invoiceId() {
        return ownerId() + "-" + YearMonth.of(year, month);
    }

    /** The answer to a request for an owner that does not exist. */
    public ProblemException unknownOwner() {
        return ProblemException.of(ProblemType.NOT_FOUND, "There is no owner \"" + ownerId() + "\".");
    }
}
