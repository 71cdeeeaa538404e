package io.dronedelivery.requestreply;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.requestreply.queue.ReplyChannel;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Signal;
import reactor.core.publisher.Sinks;

class ReplyChannelPoolTest {

    private final Sinks.Empty<Void> brokerAnswers = Sinks.empty();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<String> served = new CopyOnWriteArrayList<>();

    @Test
    void requests_that_come_while_the_pool_is_filled_get_its_channels() {
        ReplyChannelPool pool = pool(2, 2, 10);
        pool.prewarm().subscribe();
        Flux.range(0, 5)
                .flatMap(request -> pool.borrow(channel -> Mono.just(channel.address())), 5)
                .subscribe(served::add);
        assertThat(served).isEmpty();

        brokerAnswers.tryEmitEmpty();

        assertThat(served).hasSize(5);
        assertThat(pool.status())
                .returns(2L, RequestReplyStatus.ChannelPoolStatus::created)
                .returns(0L, RequestReplyStatus.ChannelPoolStatus::cold)
                .returns(2, RequestReplyStatus.ChannelPoolStatus::idle)
                .returns(0, RequestReplyStatus.ChannelPoolStatus::waiting);
    }

    @Test
    void as_many_as_may_wait_get_its_channels() {
        ReplyChannelPool pool = pool(2, 2, 3);
        pool.prewarm().subscribe();
        Flux.range(0, 3)
                .flatMap(request -> pool.borrow(channel -> Mono.just(channel.address())), 3)
                .subscribe(served::add);

        brokerAnswers.tryEmitEmpty();

        assertThat(served).hasSize(3);
    }

    @Test
    void without_a_minimum_no_channel_is_opened_before_the_first_request() {
        ReplyChannelPool pool = pool(0, 2, 3);
        brokerAnswers.tryEmitEmpty();

        pool.prewarm().subscribe();

        assertThat(pool.status())
                .returns(0L, RequestReplyStatus.ChannelPoolStatus::created)
                .returns(0, RequestReplyStatus.ChannelPoolStatus::idle);
    }

    @Test
    void pool_that_requests_have_filled_needs_no_more() {
        brokerAnswers.tryEmitEmpty();
        ReplyChannelPool pool = pool(1, 1, 0);
        Disposable asking = pool.borrow(channel -> Mono.never()).subscribe();

        assertThat(pool.prewarm().materialize().block()).matches(Signal::isOnComplete);
        asking.dispose();
    }

    @Test
    void meters_tell_what_its_channels_do() {
        brokerAnswers.tryEmitEmpty();
        ReplyChannelPool pool = pool(0, 2, 3);
        List<Disposable> asking = IntStream.range(0, 3)
                .mapToObj(request -> pool.borrow(channel -> Mono.never()).subscribe())
                .toList();
        assertThat(gauge("in.use")).isEqualTo(2);
        assertThat(gauge("waiting")).isOne();
        assertThat(gauge("idle")).isZero();
        assertThat(pool.status()).returns(3L, RequestReplyStatus.ChannelPoolStatus::exhausted);

        asking.forEach(Disposable::dispose);
        assertThat(gauge("in.use")).isZero();
        assertThat(gauge("waiting")).isZero();
        assertThat(gauge("idle")).isEqualTo(2);
        asking = List.of(pool.borrow(channel -> Mono.never()).subscribe());
        assertThat(pool.status()).returns(3L, RequestReplyStatus.ChannelPoolStatus::exhausted);
        asking.forEach(Disposable::dispose);
    }

    private double gauge(String name) {
        return meters.get("jobs.pool." + name).gauge().value();
    }

    private ReplyChannelPool pool(int min, int max, int waiting) {
        Mono<ReplyChannel> open =
                brokerAnswers.asMono().then(Mono.fromSupplier(() -> new ReplyChannel("here", Mono.empty())));
        return new ReplyChannelPool(
                open,
                new RequestReplySettings.ChannelPoolSettings(min, max, waiting),
                new JobMeters(meters, "test", "made"));
    }
}
