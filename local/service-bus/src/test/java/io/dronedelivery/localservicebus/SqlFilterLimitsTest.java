package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.localservicebus.filter.RuleAction;
import io.dronedelivery.localservicebus.filter.RuleFilter;
import io.dronedelivery.localservicebus.filter.SqlSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules come from clients: none may cost more than a filter of Service Bus can. */
class SqlFilterLimitsTest {

    @ParameterizedTest
    @ValueSource(strings = {"(", "not ", "-", "+", "a and ", "a + "})
    void a_filter_longer_than_service_bus_takes_is_refused_whatever_it_says(String piece) {
        assertThatThrownBy(() -> RuleFilter.sql(piece.repeat(100_000)))
                .isInstanceOf(SqlSyntaxException.class)
                .hasMessageContaining("longer than 1024 characters");
    }

    @Test
    void an_action_longer_than_service_bus_takes_is_refused() {
        assertThatThrownBy(() -> RuleAction.sql("SET a = " + "(".repeat(100_000)))
                .isInstanceOf(SqlSyntaxException.class)
                .hasMessageContaining("longer than 1024 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "not ", "-", "+"})
    void a_filter_nested_too_deeply_is_refused(String piece) {
        assertThatThrownBy(() -> RuleFilter.sql(piece.repeat(200)))
                .isInstanceOf(SqlSyntaxException.class)
                .hasMessageContaining("nested more than 100 levels deep");
    }

    @Test
    void a_filter_of_1024_characters_is_accepted() {
        String filter = "(".repeat(100) + "a = '" + "x".repeat(1024 - 206) + "'" + ")".repeat(100);

        assertThat(filter).hasSize(1024);
        assertThat(RuleFilter.sql(filter)).hasToString(filter);
    }
}
