package io.dronedelivery.dispatchclient;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "The last hundred audits, also those that the service began by itself.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:They are listed.",
            "1:The service has refused the call.",
            "2:The options make no sense.",
            "3:The service could not be reached."
        })
final class ListAudits implements Callable<Integer> {

    @Mixin
    private final AuditOptions service = new AuditOptions();

    @Override
    public Integer call() throws InterruptedException {
        try {
            for (JsonNode audit : service.api().list()) {
                service.print(service.isJson() ? audit.toString() : AuditsApi.line(audit));
            }
            return OperatorOptions.DONE;
        } catch (DispatchException e) {
            return service.failed(e);
        }
    }
}
