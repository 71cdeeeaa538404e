package io.dronedelivery.localauth;

import java.nio.file.Path;
import org.apache.catalina.startup.Tomcat;

/**
 * A Tomcat that does not publish its base directory. By default Tomcat stores it in a system property of the JVM. The next Tomcat, maybe of
 * another application, would create that directory again after its removal.
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
