package io.dronedelivery.messaging.settings;

import java.util.ArrayList;
import java.util.List;
import org.springframework.core.env.Environment;

/** Checks the application's pool of PostgreSQL connections. */
record PoolSettings(Environment environment) implements SettingsCheck {

    private static final String POOL = "spring.r2dbc.pool.";
    private static final int R2DBC_DEFAULT = 10;

    @Override
    public List<Contradiction> contradictions() {
        List<Contradiction> found = new ArrayList<>();
        aboveMaximum(POOL + "min-idle", found);
        aboveMaximum(POOL + "initial-size", found);
        return found;
    }

    private void aboveMaximum(String minimum, List<Contradiction> found) {
        int min = environment.getProperty(minimum, Integer.class, 0);
        int max = environment.getProperty(POOL + "max-size", Integer.class, R2DBC_DEFAULT);
        if (min > max) {
            found.add(Contradiction.error(
                    "%s is %d, above %smax-size, which is %d".formatted(minimum, min, POOL, max),
                    "Lower %s or raise %smax-size".formatted(minimum, POOL)));
        }
    }
}
