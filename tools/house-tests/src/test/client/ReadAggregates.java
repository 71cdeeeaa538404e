import client.ApiClient;
import client.api.DeliveriesApi;
import client.api.InvoicesApi;
import client.model.Delivery200Response;
import client.model.DeliveryOverview200Response;
import client.model.OwnerDeliveries200Response;
import client.model.OwnerInvoice200Response;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads every aggregate of the sample by a generated client. Compiled with that client alone, see GeneratedClient. */
public final class ReadAggregates {

    private ReadAggregates() {}

    public static Map<String, Object> read(
            String gateway, String token, String ownerId, long year, long month, String deliveryId) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(gateway);
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        InvoicesApi invoices = new InvoicesApi(client);
        DeliveriesApi deliveries = new DeliveriesApi(client);
        Map<String, Object> read = new LinkedHashMap<>();

        OwnerInvoice200Response invoice = invoices.ownerInvoice(ownerId, year, month, null);
        read.put("lines", invoice.getInvoice().getLineCount());
        read.put("completed", invoice.getDeliveries().getCompleted());
        read.put("packages", invoice.getPackages().getCount());
        read.put("flights", invoice.getDroneUtilization().getFlights());
        read.put("unavailable", invoice.getUnavailable());
        read.put("same", invoice.equals(invoices.invoiceByQuery(ownerId, year, month, null)));

        Delivery200Response delivery = deliveries.delivery(deliveryId, null);
        read.put("status", delivery.getDelivery().getStatus());
        read.put("sizes", delivery.getPackages().size());
        read.put("seconds", delivery.getFlight().getFlightSeconds());

        DeliveryOverview200Response overview = deliveries.deliveryOverview(deliveryId, null, null);
        read.put("owner", overview.getDelivery().getOwnerId());
        read.put("drone", overview.getFlight().getDroneId());
        read.put("position", overview.getPosition());
        read.put("currency", overview.getLine().getCurrency());

        OwnerDeliveries200Response page = deliveries.ownerDeliveries(ownerId, 2L, null, null);
        read.put("page", page.getPage().getDeliveries().size());
        read.put("next", page.getPage().getNext());
        read.put("kind", page.getDrones().get(0).getKind());
        return read;
    }
}
