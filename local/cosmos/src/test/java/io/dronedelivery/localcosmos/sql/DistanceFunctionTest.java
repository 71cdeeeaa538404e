package io.dronedelivery.localcosmos.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DistanceFunctionTest {

    /** The first two are Microsoft's examples, the others quarters of a meridian and of the equator. */
    @ParameterizedTest
    @CsvSource({
        "-122.11758113953535, 47.66901087006131, -122.12826822304672, 47.63980239335718, 3345.269817267368",
        "-122.11758113953535, 47.66901087006131, -96.84368664765994, 46.81297794314663, 1907438.421299902",
        "0, 0, 0, 90, 10001965.729",
        "0, 0, 90, 0, 10018754.171",
        "5, 7, 5, 7, 0",
    })
    void distances_of_points_are_those_of_the_reference(
            double longitude1, double latitude1, double longitude2, double latitude2, double metres) {
        assertThat(distance(longitude1, latitude1, longitude2, latitude2)).isCloseTo(metres, within(metres * 1e-7));
    }

    /** The sphere with the mean radius differs from the ellipsoid by at most half a percent. */
    @Property(tries = 500, seed = "17")
    void distances_are_near_those_on_a_sphere(
            @ForAll @DoubleRange(min = -80, max = 80) double longitude1,
            @ForAll @DoubleRange(min = -80, max = 80) double latitude1,
            @ForAll @DoubleRange(min = -80, max = 80) double longitude2,
            @ForAll @DoubleRange(min = -80, max = 80) double latitude2) {
        double a = Math.toRadians(latitude1);
        double b = Math.toRadians(latitude2);
        double half = Math.pow(Math.sin((b - a) / 2), 2)
                + Math.cos(a) * Math.cos(b) * Math.pow(Math.sin(Math.toRadians(longitude2 - longitude1) / 2), 2);
        double sphere = 2 * 6_371_009 * Math.asin(Math.sqrt(half));
        double metres = distance(longitude1, latitude1, longitude2, latitude2);

        assertThat(metres).isCloseTo(sphere, within(sphere * 0.0056 + 0.001));
        assertThat(distance(longitude2, latitude2, longitude1, latitude1)).isCloseTo(metres, within(0.001));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type': 'Point', 'coordinates': [0, 91]}",
                "{'type': 'Point', 'coordinates': [181, 0]}",
                "{'type': 'Point', 'coordinates': [0]}",
                "{'type': 'Point', 'coordinates': ['0', '0']}",
                "{'type': 'Point'}",
                "{'type': 'Sphere', 'coordinates': [0, 0]}",
                "[0, 0]",
                "c.none",
                "null",
            })
    void the_distance_of_anything_else_is_undefined(String shape) {
        String point = "{'type': 'Point', 'coordinates': [0, 0]}";
        assertThat(Sql.value("ST_DISTANCE(" + shape + ", " + point + ")", "{}")).isEqualTo("undefined");
        assertThat(Sql.value("ST_DISTANCE(" + point + ", " + shape + ")", "{}")).isEqualTo("undefined");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'type': 'Polygon', 'coordinates': []}       | Polygon
            {'type': 'Point', 'coordinates': [179.7, 0.5]} | opposite points
            """)
    void what_is_not_modelled_is_refused(String shape, String name) {
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(
                        () -> Sql.value("ST_DISTANCE({'type': 'Point', 'coordinates': [0, 0]}, " + shape + ")", "{}"))
                .withMessageContaining(name);
    }

    private static double distance(double longitude1, double latitude1, double longitude2, double latitude2) {
        return Double.parseDouble(Sql.rows(
                        "SELECT VALUE ST_DISTANCE(@a, @b) FROM c",
                        Map.of("@a", point(longitude1, latitude1), "@b", point(longitude2, latitude2)),
                        "{}")
                .get(0));
    }

    private static Map<String, ?> point(double longitude, double latitude) {
        return Map.of("type", "Point", "coordinates", List.of(longitude, latitude));
    }
}
