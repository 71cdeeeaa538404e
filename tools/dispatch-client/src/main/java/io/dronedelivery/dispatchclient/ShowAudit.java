package io.dronedelivery.dispatchclient;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "One audit, whole, as JSON, with examples of what was missing.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:It is shown.",
            "1:There is none, or the service has refused the call.",
            "2:The options make no sense.",
            "3:The service could not be reached."
        })
final class ShowAudit implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "<id>", description = "Its id, as the list has it.")
    private String id = "";

    @Mixin
    private final AuditOptions service = new AuditOptions();

    @Override
    public Integer call() throws InterruptedException {
        try {
            service.printPretty(service.api().show(id));
            return OperatorOptions.DONE;
        } catch (DispatchException e) {
            return service.failed(e);
        }
    }
}
