package io.dronedelivery.localblob;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.dronedelivery.localblob.Blobs.Blob;
import io.dronedelivery.localrequests.LocalRequests;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Handles requests. Called by the server's threads, several at a time. */
final class BlobRequests implements HttpHandler {

    private static final Set<String> PARAMETERS =
            Set.of("restype", "comp", "blockid", "prefix", "marker", "maxresults", "timeout", "include");
    private static final List<String> CONDITIONS =
            List.of("If-Match", "If-Modified-Since", "If-Unmodified-Since", "x-ms-if-tags", "x-ms-lease-id");
    private static final byte[] NOTHING = {};
    private static final int MOST_LISTED = 5_000;

    private final String account;
    private final SharedKey key;
    private final Blobs blobs;
    private final long largestBlock;
    private final LocalRequests local;
    private volatile boolean available = true;

    BlobRequests(String account, SharedKey key, Blobs blobs, long largestBlock, LocalRequests local) {
        this.account = account;
        this.key = key;
        this.blobs = blobs;
        this.largestBlock = largestBlock;
        this.local = local;
    }

    void available(boolean yes) {
        available = yes;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Headers answer = exchange.getResponseHeaders();
            answer.set("x-ms-request-id", UUID.randomUUID().toString());
            answer.set(
                    "x-ms-version", String.valueOf(exchange.getRequestHeaders().getFirst("x-ms-version")));
            byte[] body = readBody(exchange);
            try {
                answer(exchange, body);
            } catch (BlobRefusal refusal) {
                refuse(exchange, refusal);
            }
        }
    }

    /** Reads the whole body, so that the connection can be reused. Bytes beyond the limit of a block are counted and dropped. */
    private byte[] readBody(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes((int) Math.min(Integer.MAX_VALUE - 8, largestBlock + 1));
        exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
        return body;
    }

    private void answer(HttpExchange exchange, byte[] body) throws BlobRefusal, IOException {
        if (!available) {
            throw new BlobRefusal(503, "ServerBusy", "The server is currently unable to receive requests.");
        }
        String path = exchange.getRequestURI().getRawPath();
        if (LocalRequests.isHealthCheck(exchange.getRequestMethod(), path)) {
            exchange.sendResponseHeaders(200, -1);
            return;
        }
        Headers headers = exchange.getRequestHeaders();
        String refusal =
                local.refusal(headers.getFirst("Host"), headers.getFirst("Origin"), headers.getFirst("Sec-Fetch-Site"));
        if (refusal != null) {
            throw new BlobRefusal(403, "AuthorizationFailure", refusal);
        }
        if (headers.getFirst("x-ms-version") == null) {
            throw BlobRefusal.invalid("MissingRequiredHeader", "x-ms-version is missing");
        }
        Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
        key.check(exchange.getRequestMethod(), path, query, headers);
        for (String name : query.keySet()) {
            if (!PARAMETERS.contains(name)) {
                throw BlobRefusal.notModelled("the query parameter " + name);
            }
        }
        for (String name : CONDITIONS) {
            if (headers.containsKey(name)) {
                throw BlobRefusal.notModelled("the header " + name);
            }
        }
        String[] parts = path.split("/", 4);
        if (parts.length < 3 || !parts[1].equals(account)) {
            throw BlobRefusal.notModelled("operations of the account, such as listing its containers");
        }
        String container = parts[2];
        if (parts.length == 3 || parts[3].isEmpty()) {
            container(exchange, container, query);
        } else {
            blob(
                    exchange,
                    container,
                    URLDecoder.decode(parts[3].replace("+", "%2B"), StandardCharsets.UTF_8),
                    query,
                    body);
        }
    }

    private void container(HttpExchange exchange, String container, Map<String, String> query)
            throws BlobRefusal, IOException {
        String comp = query.get("comp");
        if (!"container".equals(query.get("restype"))) {
            throw BlobRefusal.invalid("InvalidQueryParameterValue", "restype must be container");
        }
        switch (exchange.getRequestMethod() + " " + (comp == null ? "" : comp)) {
            case "PUT " -> {
                if (!container.matches("[a-z0-9](?!.*--)[a-z0-9-]{1,61}[a-z0-9]")) {
                    throw BlobRefusal.invalid("InvalidResourceName", "No container can be named " + container);
                }
                blobs.createContainer(container);
                empty(exchange, 201);
            }
            case "DELETE " -> {
                blobs.deleteContainer(container);
                empty(exchange, 202);
            }
            case "GET ", "HEAD " -> {
                blobs.requireContainer(container);
                empty(exchange, 200);
            }
            case "GET list" -> list(exchange, container, query);
            default -> throw BlobRefusal.notModelled(exchange.getRequestMethod() + " of a container, comp=" + comp);
        }
    }

    private void list(HttpExchange exchange, String container, Map<String, String> query)
            throws BlobRefusal, IOException {
        int most;
        try {
            most = Math.min(MOST_LISTED, Integer.parseInt(query.getOrDefault("maxresults", "" + MOST_LISTED)));
        } catch (NumberFormatException e) {
            throw BlobRefusal.invalid("InvalidQueryParameterValue", "maxresults must be a whole number");
        }
        if (most < 1) {
            throw BlobRefusal.invalid("OutOfRangeQueryParameterValue", "maxresults must be 1 or more");
        }
        String marker = query.getOrDefault("marker", "");
        List<Blob> found = blobs.list(container, query.getOrDefault("prefix", "")).stream()
                .filter(blob -> blob.name().compareTo(marker) >= 0)
                .limit(most + 1L)
                .toList();
        exchange.getResponseHeaders().set("Content-Type", "application/xml");
        send(exchange, 200, Xml.listing(container, found, most));
    }

    private void blob(HttpExchange exchange, String container, String name, Map<String, String> query, byte[] body)
            throws BlobRefusal, IOException {
        if (!Xml.canHold(name)) {
            throw BlobRefusal.notModelled("names with characters that XML does not have");
        }
        String comp = query.get("comp");
        switch (exchange.getRequestMethod() + " " + (comp == null ? "" : comp)) {
            case "PUT block" -> putBlock(exchange, container, name, query, body);
            case "PUT blocklist" -> commit(exchange, container, name, body);
            case "GET " -> get(exchange, blobs.get(container, name));
            case "HEAD " -> {
                Blob blob = blobs.get(container, name);
                describe(exchange, blob);
                exchange.getResponseHeaders().set("Content-Length", Integer.toString(blob.content().length));
                exchange.sendResponseHeaders(200, -1);
            }
            case "PUT " -> throw BlobRefusal.notModelled("Put Blob; put its blocks and their list");
            case "DELETE " -> throw BlobRefusal.notModelled("Delete Blob");
            default -> throw BlobRefusal.notModelled(exchange.getRequestMethod() + " of a blob, comp=" + comp);
        }
    }

    private void putBlock(HttpExchange exchange, String container, String name, Map<String, String> query, byte[] body)
            throws BlobRefusal, IOException {
        String id = query.getOrDefault("blockid", "");
        try {
            if (Base64.getDecoder().decode(id).length == 0) {
                throw BlobRefusal.invalid("InvalidQueryParameterValue", "blockid is missing");
            }
        } catch (IllegalArgumentException e) {
            throw BlobRefusal.invalid("InvalidQueryParameterValue", "blockid must be Base64, not " + id);
        }
        if (body.length == 0) {
            throw BlobRefusal.invalid("InvalidHeaderValue", "A block has at least one byte");
        }
        if (body.length > largestBlock) {
            throw new BlobRefusal(413, "RequestBodyTooLarge", "A block has " + largestBlock + " bytes here at most");
        }
        checkMd5(exchange.getRequestHeaders().getFirst("Content-MD5"), body);
        blobs.putBlock(container, name, id, body);
        empty(exchange, 201);
    }

    private static void checkMd5(@Nullable String expected, byte[] body) throws BlobRefusal {
        if (expected == null) {
            return;
        }
        try {
            byte[] actual = MessageDigest.getInstance("MD5").digest(body);
            if (!Base64.getEncoder().encodeToString(actual).equals(expected)) {
                throw BlobRefusal.invalid("Md5Mismatch", "Content-MD5 is not that of the body");
            }
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has MD5", e);
        }
    }

    private void commit(HttpExchange exchange, String container, String name, byte[] body)
            throws BlobRefusal, IOException {
        String condition = exchange.getRequestHeaders().getFirst("If-None-Match");
        if (condition != null && !condition.equals("*")) {
            throw BlobRefusal.notModelled("If-None-Match with a tag");
        }
        Blob blob = blobs.commit(container, name, Xml.blockList(body), condition != null);
        describe(exchange, blob);
        empty(exchange, 201);
    }

    private static void get(HttpExchange exchange, Blob blob) throws BlobRefusal, IOException {
        describe(exchange, blob);
        Headers headers = exchange.getRequestHeaders();
        String range =
                headers.getFirst("x-ms-range") == null ? headers.getFirst("Range") : headers.getFirst("x-ms-range");
        byte[] content = blob.content();
        if (range == null) {
            send(exchange, 200, content);
            return;
        }
        if (!range.matches("bytes=\\d{1,18}-\\d{0,18}")) {
            throw BlobRefusal.invalid("InvalidHeaderValue", "A range is bytes=FROM-TO or bytes=FROM-, not " + range);
        }
        int dash = range.indexOf('-');
        long from = Long.parseLong(range.substring("bytes=".length(), dash));
        String last = range.substring(dash + 1);
        long to = Math.min(content.length - 1L, last.isEmpty() ? Long.MAX_VALUE : Long.parseLong(last));
        if (from >= content.length || to < from) {
            throw new BlobRefusal(416, "InvalidRange", "The range is not in the blob's " + content.length + " bytes");
        }
        exchange.getResponseHeaders().set("Content-Range", "bytes " + from + "-" + to + "/" + content.length);
        send(exchange, 206, Arrays.copyOfRange(content, (int) from, (int) to + 1));
    }

    private static void describe(HttpExchange exchange, Blob blob) {
        Headers answer = exchange.getResponseHeaders();
        answer.set("ETag", blob.tag());
        answer.set("Last-Modified", httpDate(blob.modified()));
        answer.set("Content-Type", "application/octet-stream");
        answer.set("x-ms-blob-type", "BlockBlob");
        answer.set("Accept-Ranges", "bytes");
    }

    static String httpDate(Instant time) {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atZone(ZoneOffset.UTC));
    }

    /** The parameters, with names in lower case. */
    private static Map<String, String> query(@Nullable String raw) {
        Map<String, String> found = new TreeMap<>();
        if (raw != null) {
            for (String pair : raw.split("&")) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                found.put(
                        URLDecoder.decode(name, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT),
                        URLDecoder.decode(value, StandardCharsets.UTF_8));
            }
        }
        return found;
    }

    private static void empty(HttpExchange exchange, int status) throws IOException {
        exchange.getResponseHeaders().set("x-ms-request-server-encrypted", "true");
        exchange.sendResponseHeaders(status, -1);
    }

    private static void refuse(HttpExchange exchange, BlobRefusal refusal) throws IOException {
        exchange.getResponseHeaders().set("x-ms-error-code", refusal.code());
        exchange.getResponseHeaders().set("Content-Type", "application/xml");
        send(exchange, refusal.status(), Xml.error(refusal));
    }

    /** Sends an answer. The answer to a HEAD never has a body. */
    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        byte[] sent = head ? NOTHING : body;
        exchange.sendResponseHeaders(status, sent.length == 0 ? -1 : sent.length);
        if (sent.length > 0) {
            exchange.getResponseBody().write(sent);
        }
    }
}
