package io.dronedelivery.localcommand;

import picocli.CommandLine.Option;

/** The port of a command that starts one stand-in. */
final class PortOption {

    static final String NAME = "--port";

    @Option(
            names = NAME,
            paramLabel = "PORT",
            converter = NetworkOptions.Port.class,
            description = "Default: ${DEFAULT-VALUE}; 0 takes a free one.")
    int port;

    PortOption(String usual) {
        port = Integer.parseInt(usual);
    }
}
