package io.dronedelivery.localapplicationinsights.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The pages' files, read once from the class path. */
final class Pages {
    private static final String FOLDER = "/io/dronedelivery/localapplicationinsights/pages/";
    private static final String WEBJAR = "/META-INF/maven/org.webjars/echarts/pom.properties";

    /** Allows nothing from other origins. Inline styles are allowed because the chart library sets them. */
    private static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
                    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String[] FILES = {
        "index.html",
        "style.css",
        "waterfall.css",
        "main.js",
        "api.js",
        "charts.js",
        "legend.js",
        "format.js",
        "aggregations.js",
        "places.js",
        "failures.js",
        "route.js",
        "overview.js",
        "tables.js",
        "transactions.js",
        "waterfall.js",
        "metrics.js",
        "logs.js"
    };

    private final Map<String, HttpReply> files = new HashMap<>();

    Pages() {
        for (String file : FILES) {
            files.put("/" + file, page(file));
        }
        files.put("/", page("index.html"));
        String chartLibrary = "/META-INF/resources/webjars/echarts/" + version() + "/echarts.esm.min.js";
        files.put(
                "/echarts.js",
                HttpReply.of(200, "text/javascript", read(chartLibrary)).with("cache-control", "max-age=86400"));
        files.put("/favicon.ico", HttpReply.empty(204));
    }

    @Nullable
    HttpReply get(String path) {
        return files.get(path);
    }

    private static HttpReply page(String file) {
        return HttpReply.of(200, type(file), read(FOLDER + file))
                .with("cache-control", "no-cache")
                .with("content-security-policy", CONTENT_SECURITY_POLICY)
                .with("x-content-type-options", "nosniff")
                .with("referrer-policy", "no-referrer");
    }

    private static String type(String file) {
        String end = file.substring(file.lastIndexOf('.') + 1);
        return switch (end) {
            case "html" -> "text/html; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            default -> "text/javascript; charset=utf-8";
        };
    }

    private static String version() {
        try (InputStream in = Pages.class.getResourceAsStream(WEBJAR)) {
            Properties properties = new Properties();
            if (in != null) {
                properties.load(in);
            }
            String version = properties.getProperty("version");
            if (version == null) {
                throw new IllegalStateException("org.webjars:echarts is missing on the class path: " + WEBJAR);
            }
            return version;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] read(String resource) {
        try (InputStream in = Pages.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("A file of the pages is missing on the class path: " + resource);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
