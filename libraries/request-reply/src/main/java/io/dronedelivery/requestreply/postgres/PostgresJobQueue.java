package io.dronedelivery.requestreply.postgres;

import io.dronedelivery.requestreply.postgres.JobTable.HeldJob;
import io.dronedelivery.requestreply.postgres.JobTable.HeldReply;
import io.dronedelivery.requestreply.postgres.JobTable.ReceivedReply;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.JobDelivery;
import io.dronedelivery.requestreply.queue.JobDistributor;
import io.dronedelivery.requestreply.queue.JobQueue;
import io.dronedelivery.requestreply.queue.JobQueueFullException;
import io.dronedelivery.requestreply.queue.Reply;
import io.dronedelivery.requestreply.queue.ReplyChannel;
import io.dronedelivery.requestreply.queue.ReplyChannels;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A durable queue in two tables, {@code job} and {@code job_reply}, which it creates. Workers take jobs with
 * {@code FOR UPDATE SKIP LOCKED}. Notifications wake them and the callers; polling is the fallback. A process keeps a job while it sends
 * heartbeats. The channels of a process share one notification channel, so opening a further one costs nothing.
 *
 * <p>Jobs and replies are committed to the disk before workers and callers are notified. Claims of jobs and removals of received replies
 * are committed asynchronously. Any thread may call all methods.
 */
public final class PostgresJobQueue implements JobQueue {

    private static final Logger log = LoggerFactory.getLogger(PostgresJobQueue.class);
    private static final int MAX_BATCH = 100;
    private static final int MAX_BATCH_BYTES = 1024 * 1024;
    private static final int BATCHES_IN_FLIGHT = 2;
    private static final Duration CLEAN_EVERY = Duration.ofSeconds(30);

    private final PostgresJobSettings settings;
    private final String process = UUID.randomUUID().toString().replace("-", "");
    private final JobTable table;
    private final ReplyChannels channels = new ReplyChannels(process);
    /** By delivery, not by job: a job that was lost while the database was unavailable may be here a second time. */
    private final Set<HeldJob> inWork = ConcurrentHashMap.newKeySet();
    /** Replies that were passed on and are still in the table. One check for replies at a time changes it. */
    private final Set<Long> received = ConcurrentHashMap.newKeySet();

    private final Batcher<Job> inserts;
    private final Batcher<HeldReply> replies;
    private final SingleFlight claiming;
    private final SingleFlight receiving;
    private final Notifications others;
    /** Whether there may be free jobs. Without it, workers with room would query the database in vain. */
    private final AtomicBoolean mayHaveJobs = new AtomicBoolean(true);

    private final JobDistributor jobs;
    private final Disposable.Composite background = Disposables.composite();
    private final Mono<Boolean> opened;

    /** @param factory opens new connections, it is not a pool */
    public PostgresJobQueue(ConnectionFactory factory, PostgresJobSettings settings) {
        this.settings = settings;
        table = new JobTable(factory, settings, process);
        others = new Notifications(factory, table, process);
        inserts = new Batcher<>(MAX_BATCH, MAX_BATCH_BYTES, BATCHES_IN_FLIGHT, job -> job.body().length, this::insert);
        replies = new Batcher<>(
                MAX_BATCH,
                MAX_BATCH_BYTES,
                BATCHES_IN_FLIGHT,
                done -> done.reply().body().length,
                done -> table.reply(done).doOnNext(this::replied).thenReturn(Map.of()));
        claiming = new SingleFlight(Mono.defer(this::claim));
        receiving = new SingleFlight(Mono.defer(this::receive));
        jobs = new JobDistributor(claiming::call, () -> giveBackWaiting().subscribe());
        opened = table.create()
                .doOnSuccess(done -> startBackground())
                .thenReturn(true)
                .cacheInvalidateIf(done -> false);
    }

    private void startBackground() {
        String jobsCame = Notifications.jobs(settings.queue());
        background.add(others.listen(jobsCame, Notifications.replies(process)).subscribe(channel -> {
            if (channel.equals(jobsCame)) {
                claimAgain();
            } else {
                receiving.call();
            }
        }));
        background.add(Flux.interval(settings.poll()).onBackpressureDrop().subscribe(tick -> {
            claimAgain();
            receiving.call();
        }));
        background.add(every(settings.lock().dividedBy(3), Mono.defer(() -> table.heartbeat(inWork)), "keep its jobs"));
        background.add(every(CLEAN_EVERY, table.clean(), "remove expired jobs"));
    }

    private Disposable every(Duration period, Mono<Void> action, String what) {
        return Flux.interval(period)
                .onBackpressureDrop()
                .concatMap(tick -> reported(action, what), 1)
                .subscribe();
    }

    private Mono<Void> reported(Mono<Void> action, String what) {
        return action.onErrorResume(failure -> {
            log.warn("The queue {} could not {}: {}", settings.queue(), what, failure.toString());
            return Mono.empty();
        });
    }

    @Override
    public String design() {
        return "postgres";
    }

    @Override
    public Mono<ReplyChannel> openChannel(Consumer<Reply> receiver) {
        return opened.map(done -> channels.open(receiver));
    }

    @Override
    public Mono<Void> submit(Job job) {
        return opened.then(inserts.send(job));
    }

    private Mono<Map<Job, Throwable>> insert(List<Job> batch) {
        return table.insert(batch).doOnNext(stored -> jobsCame()).map(stored -> refused(batch, stored));
    }

    /** New jobs were stored: this process checks for them, and notifies the others. The first to claim a job gets it. */
    private void jobsCame() {
        claimAgain();
        others.tell(Notifications.jobs(settings.queue()));
    }

    private void claimAgain() {
        mayHaveJobs.set(true);
        claiming.call();
    }

    private void replied(Set<String> processes) {
        for (String callers : processes) {
            if (callers.equals(process)) {
                receiving.call();
            } else {
                others.tell(Notifications.replies(callers));
            }
        }
    }

    private Map<Job, Throwable> refused(List<Job> batch, Set<String> stored) {
        return stored.size() == batch.size()
                ? Map.of()
                : batch.stream()
                        .filter(job -> !stored.contains(job.id()))
                        .collect(Collectors.toMap(Function.identity(), job -> full()));
    }

    private JobQueueFullException full() {
        return new JobQueueFullException("The table has " + settings.capacity() + " jobs that wait", null);
    }

    @Override
    public Publisher<JobDelivery> deliveries() {
        return opened.thenMany(jobs.consumer());
    }

    /** Takes as many jobs as workers request, and again while there are more. */
    private Mono<Void> claim() {
        int wanted = (int) Math.min(MAX_BATCH, jobs.demand());
        if (wanted <= 0 || !mayHaveJobs.getAndSet(false)) {
            return Mono.empty();
        }
        Mono<Void> claimed = table.claim(wanted)
                .doOnNext(held -> held.forEach(each -> jobs.offer(taken(each))))
                .doOnNext(held -> {
                    if (held.size() == wanted) {
                        claimAgain();
                    }
                })
                .then();
        return reported(claimed, "look for jobs");
    }

    /** Gives back jobs that were taken for workers that have left, so that other processes can take them. */
    private Mono<Void> giveBackWaiting() {
        return Flux.fromIterable(jobs.takeAll())
                .flatMap(delivery -> delivery.release().onErrorComplete())
                .then();
    }

    private JobDelivery taken(HeldJob held) {
        inWork.add(held);
        return new PostgresDelivery(held, table, replies, () -> inWork.remove(held), this::jobsCame);
    }

    private Mono<Void> receive() {
        if (channels.isEmpty()) {
            return Mono.empty();
        }
        List<Long> before = List.copyOf(received);
        Mono<Void> looked =
                table.receive(before).doOnNext(this::pass).then().doOnSuccess(done -> before.forEach(received::remove));
        return reported(looked, "look for replies");
    }

    private void pass(ReceivedReply each) {
        received.add(each.number());
        channels.receive(each.address(), each::reply);
    }

    @Override
    public Mono<Long> depth() {
        return opened.then(table.depth());
    }

    @Override
    public Mono<Void> close() {
        return Mono.defer(() -> {
            background.dispose();
            claiming.stop();
            receiving.stop();
            others.stop();
            return giveBackWaiting()
                    .then(Mono.defer(() -> table.forget(received)).onErrorComplete())
                    .then(table.close());
        });
    }
}
