package io.dronedelivery.localblob;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * A stand-in of Azure Blob Storage in this JVM, by default on a free port of the loopback interface. It stores blobs in memory. The account is the
 * emulators' public one.
 *
 * <pre>{@code
 * try (LocalBlob blob = LocalBlob.start()) {
 *     new BlobServiceClientBuilder().connectionString(blob.connectionString()).buildClient();
 * }
 * }</pre>
 */
public final class LocalBlob implements AutoCloseable {

    /** The account of Microsoft's storage emulators. */
    public static final String ACCOUNT = "devstoreaccount1";

    /** Its key, which is public. */
    public static final String KEY =
            "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

    private static final long LARGEST_BLOCK = 64L * 1024 * 1024;
    private static final int THREADS = 8;

    static {
        // Otherwise the JDK's server keeps a body back until the headers are acknowledged, 40 ms on Linux. Read once in
        // a JVM.
        if (System.getProperty("sun.net.httpserver.nodelay") == null) {
            System.setProperty("sun.net.httpserver.nodelay", "true");
        }
    }

    private final HttpServer server;
    private final ExecutorService threads;
    private final BlobRequests requests;
    private final String host;

    private LocalBlob(HttpServer server, ExecutorService threads, BlobRequests requests, String host) {
        this.server = server;
        this.threads = threads;
        this.requests = requests;
        this.host = host;
    }

    public static LocalBlob start() {
        return start(options -> {});
    }

    /**
     * Starts it.
     *
     * @throws UncheckedIOException when the port is taken
     */
    public static LocalBlob start(Consumer<LocalBlobOptions> settings) {
        LocalBlobOptions options = new LocalBlobOptions();
        settings.accept(options);
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(options.address, options.port), 0);
            ExecutorService threads = Executors.newFixedThreadPool(THREADS, LocalBlob::daemon);
            BlobRequests requests = new BlobRequests(
                    ACCOUNT,
                    new SharedKey(ACCOUNT, KEY),
                    new Blobs(options.capacity),
                    LARGEST_BLOCK,
                    options.localRequests());
            server.createContext("/", requests);
            server.setExecutor(threads);
            server.start();
            return new LocalBlob(server, threads, requests, options.advertisedHost);
        } catch (IOException e) {
            throw new UncheckedIOException("The local Blob Storage cannot listen on port " + options.port, e);
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "local-blob");
        thread.setDaemon(true);
        return thread;
    }

    /** The URL, including the account's name. */
    public String endpoint() {
        return "http://" + host + ":" + server.getAddress().getPort() + "/" + ACCOUNT;
    }

    public String connectionString() {
        return "DefaultEndpointsProtocol=http;AccountName=" + ACCOUNT + ";AccountKey=" + KEY + ";BlobEndpoint="
                + endpoint() + ";";
    }

    /** @param yes false: every request is answered with 503 from now on */
    public void available(boolean yes) {
        requests.available(yes);
    }

    /** Stops and forgets the stored blobs. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
