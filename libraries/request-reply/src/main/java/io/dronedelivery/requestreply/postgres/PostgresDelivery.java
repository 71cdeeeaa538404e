package io.dronedelivery.requestreply.postgres;

import io.dronedelivery.requestreply.postgres.JobTable.HeldJob;
import io.dronedelivery.requestreply.postgres.JobTable.HeldReply;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.JobDelivery;
import io.dronedelivery.requestreply.queue.Reply;
import reactor.core.publisher.Mono;

/**
 * A job under this process's lock.
 *
 * @param letGo ends the heartbeats for it, also when the settlement fails: then the job is free when its lock ends
 * @param freed is called when the job was given back
 */
record PostgresDelivery(HeldJob held, JobTable table, Batcher<HeldReply> replies, Runnable letGo, Runnable freed)
        implements JobDelivery {

    @Override
    public Job job() {
        return held.job();
    }

    @Override
    public Mono<Void> reply(Reply reply) {
        return ended(replies.send(new HeldReply(held, reply)));
    }

    @Override
    public Mono<Void> abandon() {
        return giveBack(true);
    }

    @Override
    public Mono<Void> release() {
        return giveBack(false);
    }

    private Mono<Void> giveBack(boolean counted) {
        return ended(table.giveBack(held, counted).doOnSuccess(done -> freed.run()));
    }

    @Override
    public Mono<Void> drop() {
        return ended(table.drop(held));
    }

    private Mono<Void> ended(Mono<Void> settlement) {
        return settlement.doFinally(end -> letGo.run());
    }
}
