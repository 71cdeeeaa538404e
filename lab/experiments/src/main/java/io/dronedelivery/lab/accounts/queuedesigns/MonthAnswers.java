package io.dronedelivery.lab.accounts.queuedesigns;

import io.dronedelivery.lab.http.JsonApi;
import io.dronedelivery.lab.kit.load.ClosedLoad;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * What the loads ask for, every month of every owner in turn, and the answer to each: an answer under load that is another request's is a
 * wrong one.
 *
 * @param service that is asked
 * @param answers by the number of the request
 */
record MonthAnswers(URI service, List<String> answers) {

    private static final int OWNERS = 50;
    private static final int YEARS = 2;
    private static final int MONTHS = 12;
    private static final int FIRST_YEAR = 2025;
    private static final int ALL = OWNERS * YEARS * MONTHS;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /**
     * Asks for them one after the other, while nobody else asks for anything.
     *
     * @param requests that the largest load makes: months that none asks for are left out
     * @throws IOException when one is not answered with 2xx
     * @throws IllegalStateException when two have the same answer, so that one could be taken for the other's
     */
    static MonthAnswers read(URI service, int requests) throws IOException, InterruptedException {
        JsonApi api = new JsonApi(service, TIMEOUT);
        List<String> answers = new ArrayList<>();
        for (int number = 0; number < Math.min(requests, ALL); number++) {
            answers.add(api.body(api.request(path(number))));
        }
        int different = new HashSet<>(answers).size();
        if (different < answers.size()) {
            throw new IllegalStateException(
                    "%,d months have only %,d different answers".formatted(answers.size(), different));
        }
        return new MonthAnswers(service, List.copyOf(answers));
    }

    static ClosedLoad asked(URI service, int requests, int users) {
        return ClosedLoad.of(service, requests, users).withTarget(MonthAnswers::path);
    }

    ClosedLoad asked(int requests, int users) {
        return asked(service, requests, users).withAnswers(number -> answers.get(number % ALL));
    }

    /** Every month of every owner has its turn. */
    static String path(int number) {
        int month = number / OWNERS;
        return "/api/invoices/o-" + (1 + number % OWNERS) + "/" + (FIRST_YEAR + month / MONTHS % YEARS) + "/"
                + (1 + month % MONTHS);
    }
}
