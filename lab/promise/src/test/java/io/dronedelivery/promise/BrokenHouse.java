package io.dronedelivery.promise;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.promise.house.House;
import io.dronedelivery.promise.house.Part;
import io.dronedelivery.promise.load.Account;
import io.dronedelivery.promise.load.Ledger;
import io.dronedelivery.promise.load.Load;
import io.dronedelivery.promise.trouble.Scene;
import io.dronedelivery.promise.trouble.Trouble;
import java.time.Duration;
import java.util.Random;
import org.awaitility.Awaitility;

/** A house of which one build is broken: what the house as it is survives must show it. */
final class BrokenHouse {

    private static final int ORDERS_PER_SECOND = 10;
    private static final int ORDERS = 20;
    private static final long SEED = 4711;

    /** Generous: other builds may share the machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(6);

    /** What is lost stays lost; what is only late has come when nothing is at the broker any more. */
    private static final Duration LATE = Duration.ofSeconds(15);

    private final House house;
    private final String run;
    private final Ledger ledger = new Ledger();

    BrokenHouse(House house, String run) {
        this.house = house;
        this.run = run;
    }

    /** The account must find fault, in these words. */
    void isFoundOut(Trouble trouble, String fault) throws Exception {
        try (Load load = Load.at(house, ledger, ORDERS_PER_SECOND, run, SEED)) {
            load.awaitSent(ORDERS);
            Awaitility.await("the first lines").atMost(PATIENCE).until(() -> new Account(house, ledger).lines() > 0);
            trouble.strike(new Scene(house, load, ledger, new Random(SEED)));
            load.settle();
        }
        for (Part service : Part.services()) {
            Awaitility.await("nothing at the broker for " + service)
                    .atMost(PATIENCE)
                    .until(() -> house.broker().waitingFor(service) == 0);
        }
        assertThatThrownBy(() -> new Account(house, ledger, LATE).settle())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(fault);
    }
}
