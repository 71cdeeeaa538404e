package io.dronedelivery.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.limit.ConcurrencyLimit.Shares;
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

    private static final Shares SHARES = new Shares(80, 50);
    private static final int MAX = 100;

    @ParameterizedTest
    @CsvSource({"1, 20000", "2, 1000", "4, 10000", "8, 50000", "32, 5000"})
    void under_ten_times_the_load_the_good_answers_stay_at_the_peak(int servers, long micros) {
        ConcurrencyLimit limit = ConcurrencyLimit.adaptive(4, MAX, SHARES, Duration.ZERO);
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
        service.runFor(120);

        assertThat(traffic.inTime / 120.0).isGreaterThan(0.9 * capacity);
        assertThat(limit.limit()).isBetween(servers, 2 * servers + 10);

        traffic.count(0.8 * capacity);
        service.runFor(5);
        assertThat(traffic.inTime).isGreaterThan((long) (0.95 * traffic.offered));
    }

    /** The same without the protection: otherwise the test above would test nothing. */
    @Test
    void without_a_limit_that_adapts_no_answer_is_good() {
        ConcurrencyLimit limit = ConcurrencyLimit.fixed(MAX, SHARES);
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
        ConcurrencyLimit limit = ConcurrencyLimit.adaptive(4, MAX, SHARES, Duration.ZERO);
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
        ConcurrencyLimit limit = ConcurrencyLimit.adaptive(4, MAX, SHARES, Duration.ZERO);
        SimulatedService service = new SimulatedService(limit, 4, 500);
        Traffic traffic = new Traffic(limit.workload(Priority.NORMAL), 40_000);
        service.begin(traffic);
        traffic.count(1_000);
        service.runFor(3_600);

        assertThat(limit.limit()).isLessThan(20);
    }

    @Test
    void the_limit_grows_again_when_the_service_does() {
        ConcurrencyLimit limit = ConcurrencyLimit.adaptive(4, MAX, SHARES, Duration.ZERO);
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
        ConcurrencyLimit limit = ConcurrencyLimit.adaptive(4, MAX, SHARES, Duration.ofMillis(100));
        SimulatedService service = new SimulatedService(limit, servers, 500);
        Traffic traffic = new Traffic(limit.workload(Priority.NORMAL), micros);
        double capacity = servers * 1e6 / micros;
        service.begin(traffic);
        traffic.count(0.5 * capacity);
        service.runFor(30);

        traffic.count(10 * capacity);
        service.runFor(20);
        traffic.count(10 * capacity);
        service.runFor(120);

        assertThat(traffic.inTime / 120.0).isGreaterThan(0.9 * capacity);
        if (MAX * micros / servers < 100_000) {
            assertThat(limit.limit()).isEqualTo(MAX);
        }
    }

    /** About 42 at once, half of the limit and more: it is not tried out at their cost. */
    @Test
    void nobody_is_refused_where_there_is_room_for_all() {
        ConcurrencyLimit limit = ConcurrencyLimit.adaptive(4, MAX, SHARES, Duration.ZERO);
        SimulatedService service = new SimulatedService(limit, 80, 500);
        Traffic traffic = new Traffic(limit.workload(Priority.NORMAL), 20_000);
        service.begin(traffic);
        traffic.count(42 / 0.02);
        service.runFor(300);

        assertThat(traffic.refused).isZero();
    }

    @Test
    void without_demand_the_limit_stays() {
        ConcurrencyLimit limit = ConcurrencyLimit.adaptive(4, MAX, SHARES, Duration.ZERO);
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
        ConcurrencyLimit limit = ConcurrencyLimit.adaptive(4, MAX, SHARES, Duration.ZERO);
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
        ConcurrencyLimit limit = ConcurrencyLimit.adaptive(4, MAX, SHARES, Duration.ZERO);
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
}
