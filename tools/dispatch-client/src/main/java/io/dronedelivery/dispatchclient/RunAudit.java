package io.dronedelivery.dispatchclient;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Begins an audit of the deliveries that were asked for in a span, and waits for its end.",
            "One of the same span that has not ended is gone on with. The service goes on with it after Ctrl-C, too.",
            "When the service does not answer five times in a row, the audit goes on without being watched."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:It is done; what it found missing is announced again.",
            "1:Not all answers came in time, or the service has refused the call.",
            "2:The options make no sense.",
            "3:The service could not be reached."
        })
final class RunAudit implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--from",
            paramLabel = "<time>",
            required = true,
            description = "The beginning of the span, such as 2026-11-01T00:00:00Z.")
    private String from = "";

    @Option(names = "--to", paramLabel = "<time>", description = "Its end, no part of it. Default: now.")
    private String to = Instant.now().toString();

    @Mixin
    private final ProgressOptions progress = new ProgressOptions();

    @Mixin
    private final AuditOptions service = new AuditOptions();

    @Override
    public Integer call() throws InterruptedException {
        if (!time("--from", from).isBefore(time("--to", to))) {
            throw HttpUri.fault(spec.commandLine(), "--from", from, "must be before --to, which is " + to);
        }
        progress.check();
        try {
            return follow(service.api());
        } catch (DispatchException e) {
            return service.failed(e);
        }
    }

    private int follow(AuditsApi api) throws DispatchException, InterruptedException {
        JsonNode begun = api.begin(from, to);
        String id = begun.path("id").asString();
        JsonNode audit;
        try {
            audit = progress.follow(begun, RunAudit::isUnderWay, this::tell, () -> api.show(id));
        } catch (DispatchException e) {
            int exitCode = service.failed(e);
            spec.commandLine().getErr().printf("The audit was not stopped: audits show %s tells how far it is.%n", id);
            spec.commandLine().getErr().flush();
            return exitCode;
        }
        tell(audit);
        return audit.path("status").asString().equals("done") ? OperatorOptions.DONE : OperatorOptions.REFUSED;
    }

    private static boolean isUnderWay(JsonNode audit) {
        String status = audit.path("status").asString();
        return status.equals("asking") || status.equals("answering");
    }

    private void tell(JsonNode audit) {
        service.print(service.isJson() ? audit.toString() : AuditsApi.line(audit));
    }

    private Instant time(String option, String given) {
        try {
            return Instant.parse(given);
        } catch (DateTimeParseException e) {
            throw HttpUri.fault(spec.commandLine(), option, given, "must be a time such as 2026-11-01T00:00:00Z");
        }
    }
}
