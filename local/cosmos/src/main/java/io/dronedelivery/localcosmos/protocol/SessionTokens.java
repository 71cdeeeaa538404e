package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.ServiceException;

/**
 * Session tokens: {@code <range id>:-1#<lsn>}, several of them separated by commas. A client sends the position that it has seen, and a
 * partition with an earlier position must not answer.
 */
final class SessionTokens {
    private SessionTokens() {}

    static String of(PhysicalPartition partition, long lsn) {
        return partition.id() + ":-1#" + lsn;
    }

    /** @throws ServiceException 404/1002 when the call has seen more than the partition has, 400 for a token of another form */
    static void check(Call call, PhysicalPartition partition) {
        String tokens = call.header(Headers.SESSION_TOKEN);
        if (tokens == null) {
            return;
        }
        long reached = partition.lsn();
        for (String token : tokens.split(",", -1)) {
            int colon = token.indexOf(':');
            if (colon > 0 && token.substring(0, colon).trim().equals(partition.id())) {
                long asked = lsnIn(token.substring(colon + 1));
                if (asked > reached) {
                    throw ServiceException.readSessionNotAvailable(asked, reached);
                }
            }
        }
    }

    /** Reads {@code -1#<lsn>}, {@code <version>#<lsn>#<region>=<lsn>..} or the old {@code <lsn>}. */
    private static long lsnIn(String token) {
        String[] parts = token.split("#", -1);
        try {
            return Long.parseLong(parts.length == 1 ? parts[0] : parts[1]);
        } catch (NumberFormatException e) {
            throw ServiceException.badRequest("The session token '" + token + "' is invalid.");
        }
    }
}
