package io.dronedelivery.dispatchclient;

import io.dronedelivery.plaintext.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

@Command(
        name = "resend",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Sends dead letters again, to the subscription that failed them: some by their ids, or all that fit.",
            "Many are sent by a job of the service, which tells how far it is; Ctrl-C stops it.",
            "When the service does not answer five times in a row, the job goes on without being watched."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:All that were meant were sent.",
            "1:Some were not, or the service has refused the call.",
            "2:The options make no sense.",
            "3:A service could not be reached."
        })
final class ResendDeadLetters implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "<subscription>", description = "Whose dead letters.")
    private String subscription = "";

    @Parameters(index = "1..*", paramLabel = "<id>", description = "Their ids, as the list has them.")
    private List<String> ids = new ArrayList<>();

    @Mixin
    private final DeadLetterFilterOptions filter = new DeadLetterFilterOptions();

    @Option(names = "--all", description = "All that wait now.")
    private boolean all;

    @Option(
            names = "--rate",
            paramLabel = "<events>",
            description = "Events a second, 1 to 1000. By default the service's messaging.dead-letters.rate.")
    private @Nullable Integer rate;

    @Mixin
    private final ProgressOptions progress = new ProgressOptions();

    @Mixin
    private final ServiceOptions service = new ServiceOptions();

    @Override
    public Integer call() throws InterruptedException {
        Map<String, String> given = filter.given();
        int ways = (ids.isEmpty() ? 0 : 1) + (given.isEmpty() ? 0 : 1) + (all ? 1 : 0);
        require(
                ways == 1,
                "<id>",
                ids,
                "or --all or a filter such as --reason has to say what is sent, and one of them");
        require(rate == null || rate >= 1 && rate <= 1000, "--rate", rate, "must be from 1 to 1000");
        require(ids.isEmpty() || rate == null, "--rate", rate, "is for --all and filters");
        progress.check();
        if (!ids.isEmpty()) {
            return DeadLetterActions.each(service, subscription, ids, "resend", null);
        }
        try {
            return job(service.api().subscription(subscription), request(given));
        } catch (DispatchException e) {
            return service.failed(e);
        }
    }

    private ObjectNode request(Map<String, String> given) {
        ObjectNode request = JsonNodeFactory.instance.objectNode();
        given.forEach(request::put);
        if (all) {
            request.put("all", true);
        }
        if (rate != null) {
            request.put("rate", rate);
        }
        return request;
    }

    private int job(DeadLettersApi.ServiceSubscription found, JsonNode request)
            throws DispatchException, InterruptedException {
        JsonNode job = found.resendAll(request);
        String id = job.path("id").asString();
        Thread stop = new Thread(() -> stop(found, id), "stop-job");
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            job = progress.follow(
                    job, answer -> answer.path("status").asString().equals("running"), this::tell, () -> found.job(id));
        } catch (DispatchException e) {
            // System.exit runs the hook too, although no user wants to stop the job.
            forget(stop);
            int exitCode = service.failed(e);
            spec.commandLine()
                    .getErr()
                    .printf(
                            "The job was not stopped: GET %s tells how far it is, DELETE stops it.%n",
                            found.jobUri(id));
            spec.commandLine().getErr().flush();
            return exitCode;
        }
        forget(stop);
        tell(job);
        for (JsonNode error : job.path("errors")) {
            spec.commandLine().getErr().println(PlainText.escape(error.asString()));
        }
        spec.commandLine().getErr().flush();
        return job.path("status").asString().equals("done")
                        && job.path("failed").asLong() == 0
                ? ServiceOptions.DONE
                : ServiceOptions.REFUSED;
    }

    private void tell(JsonNode job) {
        service.print(
                service.isJson()
                        ? job.toString()
                        : "%s: %d sent, %d failed, %d came back"
                                .formatted(
                                        job.path("status").asString(),
                                        job.path("sent").asLong(),
                                        job.path("failed").asLong(),
                                        job.path("cameBack").asLong()));
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException interrupted) {
            // The hook is already running, and the job has ended because of it.
            return;
        }
    }

    /** Stops the job after Ctrl-C, because the service would continue it without a user. */
    private static void stop(DeadLettersApi.ServiceSubscription found, String id) {
        try {
            found.stop(id);
        } catch (DispatchException e) {
            // The job continues; no user is left to be notified.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void require(boolean condition, String option, @Nullable Object value, String reason) {
        if (!condition) {
            throw HttpUri.fault(spec.commandLine(), option, value, reason);
        }
    }
}
