package io.dronedelivery.localcommand;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

final class NetworkOptions {

    static final String CACHE_DIR = "--cache-dir";

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description =
                    "The address to listen on. Default: ${DEFAULT-VALUE}. With 0.0.0.0 others can call; the key is public.")
    String bind = "";

    @Option(
            names = "--advertised-host",
            paramLabel = "HOST",
            defaultValue = "localhost",
            description = "The host name that clients call. Default: ${DEFAULT-VALUE}.")
    String advertisedHost = "";

    @Option(
            names = "--print-connection",
            description = "Instead of the ready lines print only the connection strings, one a line.")
    boolean printConnection;

    @Option(
            names = CACHE_DIR,
            paramLabel = "DIR",
            description =
                    "Where the classes of a start are kept for the next. Default: drone-delivery-local in the user's cache.")
    String cacheDirectory = "";

    static final class Port implements ITypeConverter<Integer> {
        private static final int LARGEST = 65_535;

        @Override
        public Integer convert(String value) {
            try {
                int port = Integer.parseInt(value);
                if (port >= 0 && port <= LARGEST) {
                    return port;
                }
            } catch (NumberFormatException e) {
                // Refused below.
            }
            throw new TypeConversionException(
                    "'" + value + "' is not a port: expected a whole number from 0 (a free port) to 65535");
        }
    }
}
