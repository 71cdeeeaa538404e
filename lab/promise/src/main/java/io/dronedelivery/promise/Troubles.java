package io.dronedelivery.promise;

import io.dronedelivery.localstack.option.Broker;
import io.dronedelivery.promise.house.Form;
import io.dronedelivery.promise.house.House;
import io.dronedelivery.promise.house.Part;
import io.dronedelivery.promise.trouble.BrokerAway;
import io.dronedelivery.promise.trouble.ClockJumps;
import io.dronedelivery.promise.trouble.DiscardedLetter;
import io.dronedelivery.promise.trouble.DrainedServices;
import io.dronedelivery.promise.trouble.ExpiredEvents;
import io.dronedelivery.promise.trouble.FullDisk;
import io.dronedelivery.promise.trouble.KillInstance;
import io.dronedelivery.promise.trouble.KilledBeforeItSent;
import io.dronedelivery.promise.trouble.KilledInTheMiddle;
import io.dronedelivery.promise.trouble.NetworkTrouble;
import io.dronedelivery.promise.trouble.PoisonEvents;
import io.dronedelivery.promise.trouble.PostgresFailover;
import io.dronedelivery.promise.trouble.RepeatedEvents;
import io.dronedelivery.promise.trouble.RollingRestart;
import io.dronedelivery.promise.trouble.StuckEvent;
import io.dronedelivery.promise.trouble.StuckHandlers;
import io.dronedelivery.promise.trouble.Trouble;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What goes wrong in a run, in its order. The short form is run on both brokers at the same time, so what is not about the broker goes wrong
 * on one of them.
 */
final class Troubles {

    /** After so many kills everything else goes wrong once more. */
    private static final int KILLS_OF_A_ROUND = 50;

    private Troubles() {}

    /** What the house has to survive by itself. */
    static List<Trouble> survived(House house, Settings settings, Random chance) {
        Trouble kill = new KillInstance();
        Trouble poison = new PoisonEvents();
        List<Trouble> all = new ArrayList<>();
        int rounds = Math.max(1, settings.kills() / KILLS_OF_A_ROUND);
        for (int round = 0; round < rounds; round++) {
            all.addAll(mixed(kill, (settings.kills() + round) / rounds, others(house, settings, poison, chance)));
        }
        return all;
    }

    /** What only an audit mends. */
    static List<Trouble> mendedByAnAudit(House house) {
        List<Trouble> mended = new ArrayList<>();
        if (house.plan().form() == Form.LONG && house.plan().broker() == Broker.KAFKA) {
            mended.add(new ExpiredEvents());
        }
        mended.add(new DiscardedLetter());
        if (hasItsTurn(house, Broker.KAFKA)) {
            mended.add(new PostgresFailover());
        }
        return mended;
    }

    /** Whether that which is not about the broker, and has its place on this one in the short form, goes wrong here. */
    private static boolean hasItsTurn(House house, Broker broker) {
        return house.plan().form() == Form.LONG || house.plan().broker() == broker;
    }

    private static List<Trouble> others(House house, Settings settings, Trouble poison, Random chance) {
        boolean isShort = settings.form() == Form.SHORT;
        List<Trouble> others = new ArrayList<>();
        others.add(poison);
        others.addAll(NetworkTrouble.everywhere(house, settings.fault(), chance).stream()
                .filter(trouble -> trouble.isBefore(Part.BROKER) || hasItsTurn(house, Broker.KAFKA))
                .toList());
        if (hasItsTurn(house, Broker.KAFKA)) {
            others.add(new RollingRestart(isShort ? 1 : settings.instances()));
            others.add(new FullDisk(settings.fault()));
        }
        others.add(new StuckHandlers(settings.fault().plusSeconds(3)));
        others.add(new KilledInTheMiddle(settings.fault()));
        others.add(new KilledBeforeItSent(settings.away()));
        if (house.plan().broker() == Broker.KAFKA) {
            others.add(new RepeatedEvents());
        }
        if (!isShort) {
            others.add(new BrokerAway(settings.away()));
            others.add(new StuckEvent(settings.parking()));
        }
        if (!isShort && settings.instances() > 1) {
            others.add(new ClockJumps(settings.fault()));
        }
        if (hasItsTurn(house, Broker.SERVICEBUS)) {
            others.add(new DrainedServices(isShort ? 1 : Part.services().size()));
        }
        return others;
    }

    /** The kills are spread evenly among the others. */
    private static List<Trouble> mixed(Trouble kill, int kills, List<Trouble> others) {
        List<Trouble> mixed = new ArrayList<>();
        int killed = 0;
        for (int index = 0; index < others.size(); index++) {
            for (; killed < kills * (index + 1) / others.size(); killed++) {
                mixed.add(kill);
            }
            mixed.add(others.get(index));
        }
        return mixed;
    }
}
