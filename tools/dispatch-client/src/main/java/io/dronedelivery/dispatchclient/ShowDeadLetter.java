package io.dronedelivery.dispatchclient;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "One dead letter, whole, as JSON.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:It is shown.",
            "1:It does not wait, or the service has refused the call.",
            "2:The options make no sense.",
            "3:A service could not be reached."
        })
final class ShowDeadLetter implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "<subscription>", description = "Whose dead letter.")
    private String subscription = "";

    @Parameters(index = "1", paramLabel = "<id>", description = "Its id, as the list has it.")
    private String id = "";

    @Mixin
    private final ServiceOptions service = new ServiceOptions();

    @Override
    public Integer call() throws InterruptedException {
        try {
            service.printPretty(service.api().subscription(subscription).show(id));
            return ServiceOptions.DONE;
        } catch (DispatchException e) {
            return service.failed(e);
        }
    }
}
