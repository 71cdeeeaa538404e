package io.dronedelivery.requestreply.postgres;

import io.dronedelivery.requestreply.Job;
import io.dronedelivery.requestreply.JobDelivery;
import io.dronedelivery.requestreply.Reply;
import io.dronedelivery.requestreply.postgres.JobTable.Done;
import io.dronedelivery.requestreply.postgres.JobTable.Held;
import io.dronedelivery.requestreply.support.Batcher;
import reactor.core.publisher.Mono;

/** A job under this process's lock. */
final class PostgresDelivery implements JobDelivery {

    private final Held held;
    private final JobTable table;
    private final Batcher<Done> replies;
    private final Runnable letGo;
    private final Runnable freed;

    /**
     * @param letGo ends the heartbeats for it, also when the settlement fails: then the job is free when its lock ends
     * @param freed is called when it was given back
     */
    PostgresDelivery(Held held, JobTable table, Batcher<Done> replies, Runnable letGo, Runnable freed) {
        this.freed = freed;
        this.held = held;
        this.table = table;
        this.replies = replies;
        this.letGo = letGo;
    }

    @Override
    public Job job() {
        return held.job();
    }

    @Override
    public Mono<Void> reply(Reply reply) {
        return replies.send(new Done(held, reply)).doFinally(end -> letGo.run());
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
        return table.giveBack(held, counted).doOnSuccess(done -> freed.run()).doFinally(end -> letGo.run());
    }

    @Override
    public Mono<Void> drop() {
        return table.drop(held).doFinally(end -> letGo.run());
    }
}
