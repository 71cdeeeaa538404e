package io.dronedelivery.localstack.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localstack.sample.SampleDelivery.SampleFlight;
import io.dronedelivery.localstack.sample.SampleDelivery.SampleParcel;
import io.dronedelivery.localstack.sample.SampleDelivery.SampleStatus;
import java.nio.charset.StandardCharsets;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SampleDataTest {

    private static final SampleData DATA = new SampleData(new SampleSpec(50, 24, 20_000, 20250101));

    @Test
    void equal_specifications_give_equal_data_in_any_order() {
        SampleData again = new SampleData(new SampleSpec(50, 24, 20_000, 20250101));

        assertThat(again.delivery(19_999)).isEqualTo(DATA.delivery(19_999));
        assertThat(again.deliveries().limit(500))
                .containsExactlyElementsOf(DATA.deliveries().limit(500).toList());
    }

    @Test
    void data_of_a_seed_never_changes() {
        SampleDelivery first = DATA.delivery(0);

        assertThat(SampleDocuments.ofDelivery(first))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("""
                        {"id":"d-000001","ownerId":"o-12","type":"delivery","year":2025,"month":1,"status":"completed","requestedAt":"2025-01-01T06:02:18Z","completedAt":"2025-01-01T06:30:13Z","pickup":{"latitude":47.62495,"longitude":-122.0555},"dropoff":{"latitude":47.6838,"longitude":-122.16274},"expedited":false,"droneId":"dr-31","packages":[{"packageId":"d-000001-1","size":"large","weightKg":3.4},{"packageId":"d-000001-2","size":"medium","weightKg":2.37}],"packageCount":2,"packagesWeightKg":5.77}""");
        assertThat(SampleDocuments.ofFlight(first, first.flight()))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("""
                        {"id":"d-000001","ownerId":"o-12","type":"flight","year":2025,"month":1,"deliveryId":"d-000001","droneId":"dr-31","departedAt":"2025-01-01T06:11:08Z","arrivedAt":"2025-01-01T06:30:13Z","distanceKm":10.36,"flightSeconds":1145,"payloadKg":5.77,"capacityKg":10}""");
    }

    @Test
    void spread_evenly_each_owner_has_one_completed_delivery_in_each_month() {
        SampleData even = new SampleData(new SampleSpec(30, 12, 360, 1, SampleSpec.SampleSpread.EVEN));

        assertThat(even.deliveries().map(delivery -> delivery.ownerId() + delivery.month()))
                .hasSize(360)
                .doesNotHaveDuplicates();
        assertThat(even.deliveries()).allMatch(delivery -> delivery.flight() != null);
    }

    @Test
    void another_seed_gives_other_data() {
        SampleData other = new SampleData(new SampleSpec(50, 24, 20_000, 20250102));

        assertThat(other.deliveries().filter(delivery -> delivery.equals(DATA.delivery(index(delivery)))))
                .isEmpty();
    }

    @Test
    void identifiers_count_up_in_the_order_of_time() {
        List<SampleDelivery> deliveries = DATA.deliveries().toList();

        assertThat(deliveries).extracting(SampleDelivery::id).isSorted().doesNotHaveDuplicates();
        assertThat(deliveries).extracting(SampleDelivery::requestedAt).isSorted();
        assertThat(deliveries.get(0).id()).isEqualTo("d-000001");
        assertThat(deliveries.get(0).month()).isEqualTo(YearMonth.of(2025, 1));
        assertThat(deliveries.get(19_999).month()).isEqualTo(YearMonth.of(2026, 12));
    }

    @Test
    void delivery_is_requested_and_flown_within_its_month() {
        assertThat(DATA.deliveries()).allSatisfy(delivery -> {
            assertThat(YearMonth.from(delivery.requestedAt().atOffset(ZoneOffset.UTC)))
                    .isEqualTo(delivery.month());
            if (delivery.flight() != null) {
                SampleFlight flight = delivery.flight();
                assertThat(YearMonth.from(flight.arrivedAt().atOffset(ZoneOffset.UTC)))
                        .isEqualTo(delivery.month());
                assertThat(flight.departedAt()).isAfter(delivery.requestedAt());
            }
        });
    }

    @Test
    void completed_deliveries_alone_have_a_flight_and_it_carries_all_packages() {
        assertThat(DATA.deliveries()).allSatisfy(delivery -> {
            assertThat(delivery.flight() != null).isEqualTo(delivery.status() == SampleStatus.COMPLETED);
            if (delivery.flight() != null) {
                assertThat(delivery.flight().payload())
                        .isEqualTo(delivery.weight())
                        .isLessThanOrEqualTo(delivery.flight().capacity());
                assertThat(delivery.flight().seconds()).isPositive();
            }
        });
    }

    @Test
    void deliveries_have_one_to_seven_packages_of_every_size() {
        assertThat(DATA.deliveries())
                .allSatisfy(delivery -> assertThat(delivery.packages())
                        .hasSizeBetween(1, 7)
                        .allSatisfy(parcel -> assertThat(parcel.weight()).isBetween(5, 350)));
        assertThat(DATA.deliveries()
                        .flatMap(delivery -> delivery.packages().stream())
                        .map(SampleParcel::size)
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder("small", "medium", "large");
        assertThat(DATA.deliveries().map(delivery -> delivery.packages().size()).collect(Collectors.toSet()))
                .isEqualTo(Set.of(1, 2, 3, 4, 5, 6, 7));
    }

    @Test
    void past_deliveries_are_completed_or_cancelled_and_some_of_the_last_month_are_still_accepted() {
        Map<SampleStatus, Long> past = DATA.deliveries()
                .filter(delivery -> !delivery.month().equals(YearMonth.of(2026, 12)))
                .collect(Collectors.groupingBy(SampleDelivery::status, Collectors.counting()));
        Set<SampleStatus> last = DATA.deliveries()
                .filter(delivery -> delivery.month().equals(YearMonth.of(2026, 12)))
                .map(SampleDelivery::status)
                .collect(Collectors.toSet());

        assertThat(past).containsOnlyKeys(SampleStatus.COMPLETED, SampleStatus.CANCELLED);
        assertThat(past.get(SampleStatus.COMPLETED)).isGreaterThan(30 * past.get(SampleStatus.CANCELLED));
        assertThat(last).containsExactlyInAnyOrder(SampleStatus.values());
    }

    @Test
    void every_owner_has_deliveries_in_every_month_but_the_last_one_who_joined_half_way() {
        Map<String, Set<YearMonth>> monthsByOwner = DATA.deliveries()
                .collect(Collectors.groupingBy(
                        SampleDelivery::ownerId, Collectors.mapping(SampleDelivery::month, Collectors.toSet())));

        assertThat(monthsByOwner).hasSize(50);
        assertThat(monthsByOwner.remove("o-50"))
                .hasSize(12)
                .allSatisfy(month -> assertThat(month).isAfterOrEqualTo(YearMonth.of(2026, 1)));
        assertThat(monthsByOwner.values())
                .allSatisfy(months -> assertThat(months).hasSize(24));
    }

    @Test
    void showcase_is_completed_and_of_the_last_month_but_one() {
        SampleDelivery showcase = DATA.showcase().orElseThrow();

        assertThat(showcase.ownerId()).isEqualTo("o-17");
        assertThat(showcase.month()).isEqualTo(YearMonth.of(2026, 11));
        assertThat(showcase.status()).isEqualTo(SampleStatus.COMPLETED);
    }

    @Test
    void smallest_specifications_work_as_well() {
        assertThat(new SampleData(new SampleSpec(1, 1, 0, 1)).showcase()).isEmpty();
        assertThat(new SampleData(new SampleSpec(1, 1, 0, 1)).deliveries()).isEmpty();
        assertThat(new SampleData(new SampleSpec(1, 1, 20, 1)).deliveries())
                .hasSize(20)
                .allSatisfy(delivery -> assertThat(delivery.ownerId()).isEqualTo("o-1"));
        assertThat(new SampleData(new SampleSpec(2, 24, 3, 1)).showcase()).isPresent();
    }

    private static int index(SampleDelivery delivery) {
        Function<String, Integer> number = id -> Integer.parseInt(id.substring(2));
        return number.apply(delivery.id()) - 1;
    }
}
