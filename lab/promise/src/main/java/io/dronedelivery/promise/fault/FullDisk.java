package io.dronedelivery.promise.fault;

import java.time.Duration;

/**
 * PostgreSQL answers as it does when its disk is full: {@code 53100} for each write of a line. No disk is filled for it, which would take
 * a file system of its own and so the rights of root.
 *
 * @param time for how long
 */
public record FullDisk(Duration time) implements Fault {

    private static final String FULL = """
        CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
        CREATE TRIGGER full_disk BEFORE INSERT ON invoice_line FOR EACH ROW EXECUTE FUNCTION full_disk();
        """;

    @Override
    public StruckFault strike(Scene scene) throws Exception {
        scene.execute(FULL);
        try {
            Scene.last(time);
        } finally {
            scene.execute("DROP TRIGGER full_disk ON invoice_line; DROP FUNCTION full_disk()");
        }
        return new StruckFault("full disk", "PostgreSQL had no room for %d s".formatted(time.toSeconds()));
    }
}
