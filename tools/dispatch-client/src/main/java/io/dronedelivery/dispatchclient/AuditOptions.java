package io.dronedelivery.dispatchclient;

import picocli.CommandLine.Option;

final class AuditOptions extends OperatorOptions {

    @Option(
            names = {"-u", "--uri"},
            paramLabel = "<uri>",
            defaultValue = "http://localhost:8181",
            description = "The management port of an instance of delivery-service. Default: ${DEFAULT-VALUE}.")
    private String uri = "";

    AuditsApi api() {
        return new AuditsApi(calls(uri(uri), tokens()));
    }
}
