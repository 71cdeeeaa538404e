package io.dronedelivery.cosmosaccess;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosBridgeInternal;
import com.azure.cosmos.implementation.DatabaseAccount;
import com.azure.cosmos.implementation.DatabaseAccountLocation;
import io.dronedelivery.servicekit.environment.RefusedStartException;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Compares the preferred regions with those of the account. The SDK silently skips a region that the account lacks. Then it calls a distant
 * region, or has no second one for a read that the first answers slowly.
 *
 * <p>The SDK has no public type for the account's regions; only this class uses the internal ones.
 */
final class AccountRegions {

    static final String PREFERRED = "spring.cloud.azure.cosmos.preferred-regions";

    private AccountRegions() {}

    /**
     * Checks the regions that the client read from the account when it was built.
     *
     * @throws RefusedStartException when the account lacks a region
     */
    static void check(CosmosAsyncClient client, Environment environment) {
        List<String> preferred = Binder.get(environment)
                .bind(PREFERRED, Bindable.listOf(String.class))
                .orElse(List.of());
        if (preferred.isEmpty()) {
            return;
        }
        List<String> there = names(CosmosBridgeInternal.getAsyncDocumentClient(client)
                .getGlobalEndpointManager()
                .getLatestDatabaseAccount());
        List<String> lacking = preferred.stream()
                .filter(region -> there.stream().noneMatch(name -> plain(name).equals(plain(region))))
                .toList();
        if (!lacking.isEmpty()) {
            throw new RefusedStartException(
                    "%s names %s, and the account has no such region.".formatted(PREFERRED, String.join(", ", lacking)),
                    "Name regions of the account, the nearest first (it has: %s), or add the region to the account."
                            .formatted(String.join(", ", there)),
                    null);
        }
    }

    private static List<String> names(DatabaseAccount account) {
        return StreamSupport.stream(account.getReadableLocations().spliterator(), false)
                .map(DatabaseAccountLocation::getName)
                .toList();
    }

    /** {@code westeurope} and {@code West Europe} are the same. */
    private static String plain(String region) {
        return region.replace(" ", "").toLowerCase(Locale.ROOT);
    }
}
