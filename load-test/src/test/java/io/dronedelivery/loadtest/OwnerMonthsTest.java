package io.dronedelivery.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OwnerMonthsTest {

    @Test
    void every_owner_is_asked_for_with_every_month_of_every_year_equally_often() {
        Iterator<Map<String, Object>> feeder = new OwnerMonths("o-", 7, List.of(2025, 2026)).feeder();
        int all = 7 * 12 * 2;

        List<Map<String, Object>> once =
                Stream.generate(feeder::next).limit(all).toList();

        assertThat(once).doesNotHaveDuplicates();
        assertThat(once).allSatisfy(row -> assertThat((int) row.get("month")).isBetween(1, 12));
        assertThat(once).extracting(row -> row.get("ownerId")).contains("o-1", "o-7");
    }

    @Test
    void neighbours_in_time_are_different_owners_and_months() {
        Iterator<Map<String, Object>> feeder = new OwnerMonths("o-", 50, List.of(2026)).feeder();

        Map<String, Object> first = feeder.next();
        Map<String, Object> second = feeder.next();

        assertThat(first.get("ownerId")).isNotEqualTo(second.get("ownerId"));
        assertThat(first.get("month")).isNotEqualTo(second.get("month"));
    }
}
