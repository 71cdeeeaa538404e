package io.dronedelivery.dronesimulator;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build has written down. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
        Properties properties = new Properties();
        try (InputStream file = Version.class.getResourceAsStream("version.properties")) {
            properties.load(file);
        }
        return new String[] {"drone-simulator " + properties.getProperty("version")};
    }
}
