package io.dronedelivery.localauth;

import java.nio.file.Path;
import org.apache.catalina.startup.Tomcat;

/**
 * A Tomcat that keeps to itself where its files are. By default it tells the whole JVM in a system property, and the next one, which may be
 * another application's, makes that directory again after it is gone.
 */
final class ReticentTomcat extends Tomcat {

    private final Path files;

    ReticentTomcat(Path files) {
        this.files = files;
        setBaseDir(files.toString());
    }

    @Override
    protected void initBaseDir() {
        server.setCatalinaBase(files.toFile());
        server.setCatalinaHome(files.toFile());
    }
}
