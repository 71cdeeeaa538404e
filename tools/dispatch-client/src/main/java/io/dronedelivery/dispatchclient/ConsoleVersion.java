package io.dronedelivery.dispatchclient;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

final class ConsoleVersion implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
        Properties properties = new Properties();
        try (InputStream file = ConsoleVersion.class.getResourceAsStream("version.properties")) {
            properties.load(file);
        }
        return new String[] {"dispatch-client " + properties.getProperty("version")};
    }
}
