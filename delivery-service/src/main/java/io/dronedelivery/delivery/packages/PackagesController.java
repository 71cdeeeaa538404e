package io.dronedelivery.delivery.packages;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.DocumentQuery;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.Access;
import io.dronedelivery.servicekit.security.Caller;
import io.dronedelivery.servicekit.security.Identifier;
import io.dronedelivery.servicekit.security.MonthQuery;
import io.dronedelivery.servicekit.security.OwnerMonth;
import jakarta.validation.Valid;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/**
 * Returns the sums over the packages of an owner's month, or the packages of one delivery. Packages are stored in their delivery's
 * document.
 */
@RestController
class PackagesController {

    private static final DocumentQuery WEIGHTS = DocumentQuery.of(
            "packages-summary",
            "SELECT c.packageCount, c.packagesWeightKg FROM c"
                    + " WHERE c.ownerId = @ownerId AND c.year = @year AND c.month = @month");

    /** The part of a delivery's document that holds its packages. */
    private record Contents(List<DeliveryPackage> packages) {}

    private final DocumentContainer deliveries;

    PackagesController(DocumentContainer deliveries) {
        this.deliveries = deliveries;
    }

    @Access("scope:deliveries.read")
    @GetMapping("/api/packages/summary")
    Mono<PackagesSummary> summary(@Valid MonthQuery asked, Caller caller) {
        OwnerMonth month = asked.by(caller);
        return deliveries
                .ofOwner(month.owner(), WEIGHTS.with("@year", month.year()).with("@month", month.month()))
                .reduce(PackagesSummary.NONE, PackagesSummary::plus);
    }

    @Access("scope:deliveries.read")
    @GetMapping("/api/deliveries/{deliveryId}/packages")
    Mono<List<DeliveryPackage>> ofDelivery(@PathVariable("deliveryId") @Identifier String deliveryId, Caller caller) {
        return deliveries
                .byId(deliveryId, Contents.class, caller)
                .map(Contents::packages)
                .switchIfEmpty(Mono.error(() -> ProblemException.of(
                        ProblemType.NOT_FOUND, "There is no delivery with the id '" + deliveryId + "'.")));
    }
}
