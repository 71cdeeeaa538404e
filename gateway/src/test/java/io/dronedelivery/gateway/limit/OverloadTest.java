package io.dronedelivery.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.limit.SimulatedService.Traffic;
import io.dronedelivery.gateway.settings.Priority;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Ten times the load that a service can bear, in virtual time. An answer is good when its caller still waits for it, which is half a
 * second.
 */
class OverloadTest {

    private static final int MAX = 100;
    private static final int QUEUE = 4096;

    private static ConcurrencyLimit limit(int maxWaiting, Duration slowFrom) {
        return ConcurrencyLimit.adaptive("test", 4, MAX, MAX, new LimitShares(80, 50), maxWaiting, slowFrom, () -> 0);
    }

    /** Two minutes, or until a quick service has given 200,000 answers, of ten times as many requests. */
    private static double longEnough(double capacity) {
        return Math.min(120, 200_000 / capacity);
    }

    @ParameterizedTest
    @CsvSource({"1, 20000", "2, 1000", "4, 10000", "8, 50000", "32, 5000"})
    void under_ten_times_the_load_the_good_answers_stay_at_the_peak(int servers, long micros) {
        ConcurrencyLimit limit = limit(0, Duration.ZERO);
        SimulatedService service = new SimulatedService(limit, servers, 500);
        Traffic traffic = new Traffic(limit.workload(Priority.NORMAL), micros);
        double capacity = servers * 1e6 / micros;
        service.begin(traffic);
        traffic.count(0.9 * capacity);
        service.runFor(30);

        traffic.count(10 * capacity);
        // Until the service has got rid of what was let in before the limit was found.
        service.runFor(20);
        traffic.count(10 * capacity);
        double seconds = longEnough(capacity);
        service.runFor(seconds);

        assertThat(traffic.inTime / seconds).isGreaterThan(0.9 * capacity);
        assertThat(limit.limit()).isBetween(servers, 2 * servers + 10);

        traffic.count(0.8 * capacity);
        service.runFor(5);
        assertThat(traffic.inTime).isGreaterThan((long) (0.95 * traffic.offered));
    }

    /** The same without the protection: otherwise the test above would test nothing. */
    @Test
    void without_a_limit_that_adapts_no_answer_is_good() {
        ConcurrencyLimit limit = ConcurrencyLimit.fixed("test", MAX, new LimitShares(80, 50), 0);
        SimulatedService service = new SimulatedService(limit, 8, 500);
        Traffic traffic = new Traffic(limit.workload(Priority.NORMAL), 50_000);
        service.begin(traffic);
        traffic.count(1_600);
        service.runFor(20);
        traffic.count(1_600);
        service.runFor(60);

        assertThat(traffic.inTime / 60.0).isLessThan(16);
    }

    @Test
    void a_gateway_that_starts_under_the_load_finds_the_limit_too() {
        ConcurrencyLimit limit = limit(0, Duration.ZERO);
        SimulatedService service = new SimulatedService(limit, 8, 500);
        Traffic traffic = new Traffic(limit.workload(Priority.NORMAL), 50_000);
        service.begin(traffic);
        traffic.count(1_600);
        service.runFor(30);
        traffic.count(1_600);
        service.runFor(60);

        assertThat(traffic.inTime / 60.0).isGreaterThan(0.9 * 160);
    }

    @Test
    void a_load_that_lasts_for_an_hour_does_not_become_usual() {
        ConcurrencyLimit limit = limit(0, Duration.ZERO);
        SimulatedService service = new SimulatedService(limit, 4, 500);
        Traffic traffic = new Traffic(limit.workload(Priority.NORMAL), 40_000);
        service.begin(traffic);
        traffic.count(1_000);
        service.runFor(3_600);

        assertThat(limit.limit()).isLessThan(20);
    }

    @Test
    void the_limit_grows_again_when_the_service_does() {
        ConcurrencyLimit limit = limit(0, Duration.ZERO);
        Workload work = limit.workload(Priority.NORMAL);
        SimulatedService service = new SimulatedService(limit, 4, 500);
        Traffic traffic = new Traffic(work, 10_000);
        service.begin(traffic);
        traffic.count(300);
        service.runFor(10);
        traffic.count(4_000);
        service.runFor(30);
        int before = limit.limit();

        service.resize(40);
        traffic.count(4_000);
        service.runFor(30);

        assertThat(before).isLessThan(20);
        assertThat(limit.limit()).isGreaterThan(2 * before);
    }

    /** As shipped: where all are answered within a tenth of a second nobody is refused; where they are not, the good answers stay. */
    @ParameterizedTest
    @CsvSource({"1, 20000", "4, 10000", "8, 50000", "32, 5000"})
    void what_is_quick_is_left_alone_and_what_is_slow_is_not(int servers, long micros) {
        ConcurrencyLimit limit = limit(0, Duration.ofMillis(100));
        SimulatedService service = new SimulatedService(limit, servers, 500);
        Traffic traffic = new Traffic(limit.workload(Priority.NORMAL), micros);
        double capacity = servers * 1e6 / micros;
        service.begin(traffic);
        traffic.count(0.5 * capacity);
        service.runFor(30);

        traffic.count(10 * capacity);
        service.runFor(20);
        traffic.count(10 * capacity);
        double seconds = longEnough(capacity);
        service.runFor(seconds);

        assertThat(traffic.inTime / seconds).isGreaterThan(0.9 * capacity);
        if (MAX * micros / servers < 100_000) {
            assertThat(limit.limit()).isEqualTo(MAX);
        }
    }

    /** About 42 at once, half of the limit and more: it is not tried out at their cost. */
    @Test
    void nobody_is_refused_where_there_is_room_for_all() {
        ConcurrencyLimit limit = limit(0, Duration.ZERO);
        SimulatedService service = new SimulatedService(limit, 80, 500);
        Traffic traffic = new Traffic(limit.workload(Priority.NORMAL), 20_000);
        service.begin(traffic);
        traffic.count(42 / 0.02);
        service.runFor(300);

        assertThat(traffic.refused).isZero();
    }

    @Test
    void without_demand_the_limit_stays() {
        ConcurrencyLimit limit = limit(0, Duration.ZERO);
        SimulatedService service = new SimulatedService(limit, 8, 500);
        Traffic traffic = new Traffic(limit.workload(Priority.NORMAL), 50_000);
        service.begin(traffic);
        traffic.count(2);
        service.runFor(3_600);

        assertThat(limit.limit()).isEqualTo(MAX);
        assertThat(traffic.refused).isZero();
    }

    @Test
    void what_is_slow_by_nature_does_not_make_the_quick_wait() {
        ConcurrencyLimit limit = limit(0, Duration.ZERO);
        SimulatedService service = new SimulatedService(limit, 60, 5_000);
        Traffic quick = new Traffic(limit.workload(Priority.NORMAL), 2_000);
        Traffic slow = new Traffic(limit.workload(Priority.NORMAL), 400_000);
        service.begin(quick);
        service.begin(slow);
        quick.count(500);
        slow.count(0);
        service.runFor(30);
        // The share of the slow ones, and with it the mean time, rises to a multiple at once.
        quick.count(500);
        slow.count(60);
        service.runFor(60);

        assertThat(quick.refused).isLessThan(quick.offered / 100);
        assertThat(slow.refused).isLessThan(slow.offered / 100);
    }

    @Test
    void the_lower_priority_is_refused_first() {
        ConcurrencyLimit limit = limit(0, Duration.ZERO);
        SimulatedService service = new SimulatedService(limit, 8, 500);
        Traffic critical = new Traffic(limit.workload(Priority.CRITICAL), 50_000);
        Traffic normal = new Traffic(limit.workload(Priority.NORMAL), 50_000);
        Traffic background = new Traffic(limit.workload(Priority.BACKGROUND), 50_000);
        for (Traffic traffic : new Traffic[] {critical, normal, background}) {
            service.begin(traffic);
        }
        critical.count(16);
        normal.count(80);
        background.count(16);
        service.runFor(30);
        // A tenth of the capacity critical, the others each five times the capacity.
        critical.count(16);
        normal.count(800);
        background.count(800);
        service.runFor(20);
        critical.count(16);
        normal.count(800);
        background.count(800);
        service.runFor(60);

        assertThat(critical.inTime).isGreaterThan((long) (0.95 * critical.offered));
        assertThat(normal.inTime).isGreaterThan(20 * background.inTime);
    }

    /** As shipped, with a queue in front; whether the gateway knows when callers give up, or thinks that they wait for three seconds. */
    @ParameterizedTest
    @CsvSource({"1, 20000, 500", "4, 10000, 500", "8, 50000, 500", "32, 50000, 500", "4, 10000, 3000", "8, 50000, 3000"
    })
    void with_a_queue_too_the_good_answers_stay_at_the_peak(int servers, long micros, long deadlineMillis) {
        ConcurrencyLimit limit = limit(QUEUE, Duration.ofMillis(100));
        SimulatedService service = new SimulatedService(limit, servers, 500, deadlineMillis);
        Traffic traffic = new Traffic(limit.workload(Priority.NORMAL), micros);
        double capacity = servers * 1e6 / micros;
        service.begin(traffic);
        traffic.count(0.5 * capacity);
        service.runFor(30);

        traffic.count(10 * capacity);
        service.runFor(20);
        traffic.count(10 * capacity);
        service.runFor(60);

        assertThat(traffic.inTime / 60.0).isGreaterThan(0.9 * capacity);

        traffic.count(0.8 * capacity);
        service.runFor(5);
        assertThat(traffic.inTime).isGreaterThan((long) (0.95 * traffic.offered));
    }

    /** As the benchmark does it: callers who wait for up to three seconds, but are content only within one, and ask again at once. */
    @ParameterizedTest
    @CsvSource({"8, 50000, 1024", "8, 50000, 512", "16, 20000, 2048", "4, 10000, 1024", "2, 20000, 256"})
    void callers_who_never_leave_before_the_deadline_are_answered_while_an_answer_is_good(
            int servers, long micros, int callers) {
        ConcurrencyLimit limit = ConcurrencyLimit.adaptive(
                "test", 4, 1024, 100, new LimitShares(80, 50), QUEUE, Duration.ofMillis(100), () -> 0);
        SimulatedService service = new SimulatedService(limit, servers, 3_000, 3_000, 1_000);
        Traffic traffic = new Traffic(limit.workload(Priority.NORMAL), micros);
        double capacity = servers * 1e6 / micros;
        service.beginCallers(traffic, 2 * servers, 5);
        service.runFor(20);

        service.beginCallers(traffic, callers, 5);
        traffic.count(0);
        service.runFor(10);
        assertThat(traffic.inTime / 10.0).as("from its first second on").isGreaterThan(0.9 * capacity);

        traffic.count(0);
        service.runFor(60);
        assertThat(traffic.inTime / 60.0).isGreaterThan(0.95 * capacity);
    }

    /** 64 to 2,048 callers, each of whom asks again as soon as it is answered, and a service that answers in a millisecond. */
    @ParameterizedTest
    @CsvSource({"64, 3", "256, 10", "1024, 1", "2048, 1", "2048, 3"})
    void of_many_callers_of_a_quick_service_none_is_refused(int callers, int places) {
        ConcurrencyLimit limit = ConcurrencyLimit.adaptive(
                "test", 4, 1024, 100, new LimitShares(80, 50), QUEUE, Duration.ofMillis(100), () -> 0);
        limit.needs(places);
        SimulatedService service = new SimulatedService(limit, 8, 3_000);
        Traffic traffic = new Traffic(limit.workload(Priority.NORMAL), 1_000, places);
        service.beginCallers(traffic, callers, 1_000);
        service.runFor(20);

        assertThat(traffic.refused).isZero();
        assertThat(traffic.inTime * places / 20.0).isGreaterThan(0.9 * 8_000);
    }

    /** Ten times as many of one caller; another one asks five times a second. */
    @Test
    void a_caller_who_asks_little_is_answered_beside_one_who_asks_too_much() {
        ConcurrencyLimit limit = limit(200, Duration.ofMillis(100));
        SimulatedService service = new SimulatedService(limit, 8, 3_000);
        Traffic greedy = new Traffic(limit.workload(Priority.NORMAL), 50_000, "greedy");
        Traffic modest = new Traffic(limit.workload(Priority.NORMAL), 50_000, "modest");
        service.begin(greedy);
        service.begin(modest);
        greedy.count(1_600);
        modest.count(5);
        service.runFor(120);

        assertThat(modest.inTime).isGreaterThan((long) (0.95 * modest.offered));
        assertThat(greedy.refused).isGreaterThan(greedy.offered / 2);
    }

    @Test
    void the_limit_grows_beyond_where_it_began_while_more_at_once_means_more_answers() {
        ConcurrencyLimit limit = ConcurrencyLimit.adaptive(
                "test", 4, 1024, 100, new LimitShares(80, 50), QUEUE, Duration.ofMillis(100), () -> 0);
        SimulatedService service = new SimulatedService(limit, 600, 3_000);
        Traffic traffic = new Traffic(limit.workload(Priority.NORMAL), 200_000);
        service.beginCallers(traffic, 500, 1_000);
        service.runFor(60);

        assertThat(limit.limit()).isGreaterThanOrEqualTo(500);
        assertThat(traffic.refused).isZero();
    }
}
