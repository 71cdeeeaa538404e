package io.dronedelivery.promise.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.promise.load.Comparison.ComparedLine;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The judge of the promise, judged. */
class ComparisonTest {

    /** Some 11.1 km to the north, 1.25 kg, one package: 2.90 + 11.12 * 0.85 + 1.25 * 0.45. */
    private static final BigDecimal PRICE = new BigDecimal("12.91");

    private final Ledger ledger = new Ledger();

    @Test
    void line_for_every_accepted_order_keeps_the_promise() {
        ledger.accepted("d-1", order("o-1"));

        Comparison comparison = Comparison.of(ledger, List.of(new ComparedLine("d-1", "o-1", PRICE)));

        assertThat(comparison.isComplete()).isTrue();
        assertThat(comparison.wrong()).isEmpty();
    }

    @Test
    void accepted_order_without_a_line_is_missing() {
        ledger.accepted("d-1", order("o-1"));

        assertThat(Comparison.of(ledger, List.of()).missing()).containsExactly("d-1");
    }

    @Test
    void line_that_nobody_was_promised_is_wrong() {
        assertThat(Comparison.of(ledger, List.of(new ComparedLine("d-1", "o-1", PRICE)))
                        .wrong())
                .hasSize(1)
                .first()
                .asString()
                .startsWith("a line that nobody asked for");
    }

    @Test
    void second_line_of_a_delivery_is_wrong() {
        ledger.accepted("d-1", order("o-1"));
        ComparedLine line = new ComparedLine("d-1", "o-1", PRICE);

        assertThat(Comparison.of(ledger, List.of(line, line)).wrong()).hasSize(1);
    }

    @Test
    void order_that_got_no_answer_may_have_one_line_but_not_two() {
        ledger.unknown(order("o-1"));
        ComparedLine first = new ComparedLine("d-1", "o-1", PRICE);
        ComparedLine second = new ComparedLine("d-2", "o-1", PRICE);

        assertThat(Comparison.of(ledger, List.of()).wrong()).isEmpty();
        assertThat(Comparison.of(ledger, List.of(first)).wrong()).isEmpty();
        assertThat(Comparison.of(ledger, List.of(first, second)).wrong()).hasSize(1);
    }

    @Test
    void line_at_another_price_or_of_another_owner_is_wrong() {
        ledger.accepted("d-1", order("o-1"));
        ledger.accepted("d-2", order("o-1"));

        List<String> wrong = Comparison.of(
                        ledger,
                        List.of(new ComparedLine("d-1", "o-1", BigDecimal.TEN), new ComparedLine("d-2", "o-2", PRICE)))
                .wrong();

        assertThat(wrong)
                .hasSize(3)
                .anyMatch(fault -> fault.contains("costs 12.91, billed were 10"))
                .anyMatch(fault -> fault.contains("is billed to o-2"))
                .anyMatch(fault -> fault.startsWith("the lines come to"));
    }

    private static Order order(String ownerId) {
        return new Order(Optional.empty(), ownerId, 47.5, -122.2, 47.6, -122.2, List.of(125), false);
    }
}
