package io.dronedelivery.lab.accounts.queuedesigns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.lab.kit.http.TestServer;
import io.dronedelivery.lab.kit.load.LoadResult;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class MonthAnswersTest {

    private static final int ALL = 50 * 24;

    /** What the service answers with to a path. */
    private final AtomicReference<UnaryOperator<String>> answers = new AtomicReference<>(path -> "invoice of " + path);

    private final TestServer server = TestServer.start(exchange -> TestServer.answer(
            exchange, 200, answers.get().apply(exchange.getRequestURI().getPath())));

    private final URI service = URI.create(server.url());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void requests_go_through_all_months_of_all_owners() {
        assertThat(MonthAnswers.path(0)).isEqualTo("/api/invoices/o-1/2025/1");
        assertThat(MonthAnswers.path(51)).isEqualTo("/api/invoices/o-2/2025/2");
        assertThat(MonthAnswers.path(50 * 12)).isEqualTo("/api/invoices/o-1/2026/1");
        assertThat(MonthAnswers.path(ALL - 1)).isEqualTo("/api/invoices/o-50/2026/12");
        assertThat(MonthAnswers.path(ALL)).isEqualTo("/api/invoices/o-1/2025/1");
    }

    @Test
    void months_are_served_also_when_each_has_its_turn_again() throws Exception {
        LoadResult result =
                MonthAnswers.read(service, ALL + 10).asked(ALL + 10, 4).run();

        assertThat(result.statuses()).isEqualTo(Map.of("200", ALL + 10));
    }

    @Test
    void answers_that_are_swapped_between_callers_are_not_served() throws Exception {
        MonthAnswers months = MonthAnswers.read(service, 40);
        String first = MonthAnswers.path(0);
        String second = MonthAnswers.path(1);
        answers.set(path -> "invoice of " + (path.equals(first) ? second : path.equals(second) ? first : path));

        LoadResult result = months.asked(40, 4).run();

        assertThat(result.served()).isEqualTo(38);
        assertThat(result.errors()).isEqualTo(Map.of("wrong answer", 2));
    }

    @Test
    void months_that_could_be_taken_for_each_other_are_refused() {
        answers.set(path -> "an invoice");

        assertThatThrownBy(() -> MonthAnswers.read(service, 40)).hasMessage("40 months have only 1 different answers");
    }
}
