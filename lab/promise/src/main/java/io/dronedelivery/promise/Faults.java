package io.dronedelivery.promise;

import io.dronedelivery.localstack.option.StackBroker;
import io.dronedelivery.promise.cluster.ClusterPart;
import io.dronedelivery.promise.cluster.Form;
import io.dronedelivery.promise.cluster.TestCluster;
import io.dronedelivery.promise.fault.BrokerUnavailable;
import io.dronedelivery.promise.fault.ClockJumps;
import io.dronedelivery.promise.fault.DiscardedDeadLetter;
import io.dronedelivery.promise.fault.DrainedServices;
import io.dronedelivery.promise.fault.ExpiredEvents;
import io.dronedelivery.promise.fault.Fault;
import io.dronedelivery.promise.fault.FullDisk;
import io.dronedelivery.promise.fault.KillInstance;
import io.dronedelivery.promise.fault.KilledBeforeItSent;
import io.dronedelivery.promise.fault.KilledInTheMiddle;
import io.dronedelivery.promise.fault.LagUnderAudits;
import io.dronedelivery.promise.fault.NetworkFault;
import io.dronedelivery.promise.fault.PoisonEvents;
import io.dronedelivery.promise.fault.PostgresFailover;
import io.dronedelivery.promise.fault.RepeatedEvents;
import io.dronedelivery.promise.fault.RollingRestart;
import io.dronedelivery.promise.fault.SilentLane;
import io.dronedelivery.promise.fault.StuckEvent;
import io.dronedelivery.promise.fault.StuckHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What goes wrong in a run, in its order. The short form is run on both brokers at the same time, so what is not about the broker goes wrong
 * on one of them.
 */
final class Faults {

    /** After so many kills everything else goes wrong once more. */
    private static final int KILLS_OF_A_ROUND = 50;

    private Faults() {}

    static List<Fault> survived(TestCluster cluster, PromiseSettings settings, Random chance) {
        Fault kill = new KillInstance();
        Fault poison = new PoisonEvents();
        List<Fault> all = new ArrayList<>();
        int rounds = Math.max(1, settings.kills() / KILLS_OF_A_ROUND);
        for (int round = 0; round < rounds; round++) {
            all.addAll(mixed(kill, (settings.kills() + round) / rounds, others(cluster, settings, poison, chance)));
        }
        return all;
    }

    static List<Fault> mendedByAnAudit(TestCluster cluster) {
        List<Fault> mended = new ArrayList<>();
        if (cluster.plan().form() == Form.LONG && cluster.plan().broker() == StackBroker.KAFKA) {
            mended.add(new ExpiredEvents());
        }
        mended.add(new DiscardedDeadLetter());
        if (hasItsTurn(cluster, StackBroker.KAFKA)) {
            mended.add(new PostgresFailover());
        }
        return mended;
    }

    /** Whether that which is not about the broker, and has its place on this one in the short form, goes wrong here. */
    private static boolean hasItsTurn(TestCluster cluster, StackBroker broker) {
        return cluster.plan().form() == Form.LONG || cluster.plan().broker() == broker;
    }

    private static List<Fault> others(TestCluster cluster, PromiseSettings settings, Fault poison, Random chance) {
        boolean isShort = settings.form() == Form.SHORT;
        List<Fault> others = new ArrayList<>();
        others.add(poison);
        others.addAll(NetworkFault.everywhere(cluster, settings.fault(), chance).stream()
                .filter(fault -> fault.isBefore(ClusterPart.BROKER) || hasItsTurn(cluster, StackBroker.KAFKA))
                .toList());
        if (hasItsTurn(cluster, StackBroker.KAFKA)) {
            others.add(new RollingRestart(isShort ? 1 : settings.instances()));
            others.add(new FullDisk(settings.fault()));
        }
        others.add(new StuckHandlers(settings.fault().plusSeconds(3)));
        others.add(new KilledInTheMiddle(settings.fault()));
        others.add(new KilledBeforeItSent(settings.away()));
        if (cluster.plan().broker() == StackBroker.KAFKA) {
            others.add(new RepeatedEvents());
        }
        if (!isShort) {
            others.add(new BrokerUnavailable(settings.away()));
            others.add(new StuckEvent(settings.parking()));
            others.add(new LagUnderAudits(settings.fault().multipliedBy(2)));
        }
        if (!isShort && cluster.plan().broker() == StackBroker.SERVICEBUS) {
            others.add(new SilentLane());
        }
        if (!isShort && settings.instances() > 1) {
            others.add(new ClockJumps(settings.fault()));
        }
        if (hasItsTurn(cluster, StackBroker.SERVICEBUS)) {
            others.add(new DrainedServices(isShort ? 1 : ClusterPart.services().size()));
        }
        return others;
    }

    /** The kills are spread evenly among the others. */
    private static List<Fault> mixed(Fault kill, int kills, List<Fault> others) {
        List<Fault> mixed = new ArrayList<>();
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
