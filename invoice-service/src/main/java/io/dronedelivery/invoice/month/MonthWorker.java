package io.dronedelivery.invoice.month;

import io.dronedelivery.invoice.pricing.ConditionalOnPricingQueue;
import io.dronedelivery.invoice.pricing.JobKind;
import io.dronedelivery.requestreply.RequestFailedException;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.servicekit.deadline.Deadline;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemMapping;
import java.util.List;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;

/** Prices months. A job is a month as a JSON object. Its reply is the invoice as JSON, or empty for an unknown owner. */
@Component
@ConditionalOnPricingQueue
final class MonthWorker implements JobKind {

    private final MonthInvoices invoices;
    private final ObjectMapper json;
    private final ObjectProvider<ProblemMapping> problems;

    MonthWorker(MonthInvoices invoices, ObjectMapper json, ObjectProvider<ProblemMapping> problems) {
        this.invoices = invoices;
        this.json = json;
        this.problems = problems;
    }

    @Override
    public boolean takes(byte first) {
        return first == '{';
    }

    @Override
    public Mono<byte[]> handle(Job job) {
        return invoices.find(read(job))
                .map(this::written)
                .onErrorMap(this::known)
                .contextWrite(Deadline.after(job.remaining())::putInto);
    }

    private BillingMonth read(Job job) {
        try {
            return json.readValue(job.body(), MonthJob.class).billed();
        } catch (JacksonException e) {
            throw new RequestFailedException("malformed-job", "The job is no month: " + e.getMessage(), e);
        }
    }

    private byte[] written(MonthInvoice invoice) {
        try {
            return json.writeValueAsBytes(invoice);
        } catch (JacksonException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Turns a failure into the same problem detail as without a queue. */
    private Throwable known(Throwable failure) {
        List<ProblemMapping> mappings = problems.orderedStream().toList();
        ProblemException problem = failure instanceof ProblemException already
                ? already
                : mappings.stream()
                        .map(mapping -> mapping.map(failure))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
        return problem == null
                ? failure
                : new RequestFailedException(
                        problem.type().slug(), String.valueOf(problem.getBody().getDetail()), failure);
    }
}
