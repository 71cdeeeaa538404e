package io.dronedelivery.house;

import io.dronedelivery.localstack.Http.Answer;
import java.io.IOException;
import java.time.YearMonth;
import java.time.ZoneOffset;

/** The months of an owner's invoices from one on, as the gateway tells them: a test may begin in one month and end in the next. */
final class InvoiceMonths {

    private final TokenClient client;
    private final String ownerUrl;
    private final YearMonth first = YearMonth.now(ZoneOffset.UTC);

    /** Begins with the month of now. */
    InvoiceMonths(TokenClient client, String gateway, String ownerId) {
        this.client = client;
        ownerUrl = gateway + "/api/v1/owners/" + ownerId + "/invoices/";
    }

    /** How many lines there are in all. */
    int lines() throws IOException, InterruptedException {
        YearMonth now = YearMonth.now(ZoneOffset.UTC);
        int lines = 0;
        for (YearMonth month = first; !month.isAfter(now); month = month.plusMonths(1)) {
            Answer answer = client.get(ownerUrl + month.getYear() + "/" + month.getMonthValue());
            lines += answer.json().at("/invoice/lineCount").asInt(0);
        }
        return lines;
    }
}
