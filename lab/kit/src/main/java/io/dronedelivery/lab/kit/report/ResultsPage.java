package io.dronedelivery.lab.kit.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** One file that shows the results from disk, without a network: the chart library, the figures and the page's own code are in it. */
final class ResultsPage {

    private static final String WEBJAR = "/META-INF/maven/org.webjars/echarts/pom.properties";

    private ResultsPage() {}

    /**
     * @param experiment its name
     * @param page beside this class is its script
     * @param results in JSON
     * @param before those of the run before, or {@code null}, in JSON
     */
    static String of(String experiment, Class<?> page, String results, String before) throws IOException {
        return text("page.html")
                .replace("/*experiment*/", experiment)
                .replace("/*style*/", text("page.css"))
                .replace("/*library*/", endless(text(chartLibrary())))
                .replace("/*results*/", endless(results))
                .replace("/*before*/", endless(before))
                .replace("/*common*/", text("page.js"))
                .replace("/*page*/", text(page, "page.js"));
    }

    /** @param experiments a summary of each, in JSON */
    static String index(String experiments) throws IOException {
        return text("index.html")
                .replace("/*style*/", text("page.css"))
                .replace("/*experiments*/", endless(experiments))
                .replace("/*common*/", text("page.js"))
                .replace("/*page*/", text("index.js"));
    }

    /** No text may end the element that it is in. */
    private static String endless(String script) {
        return script.replace("</", "<\\/");
    }

    private static String chartLibrary() throws IOException {
        try (InputStream in = open(ResultsPage.class, WEBJAR)) {
            Properties properties = new Properties();
            properties.load(in);
            return "/META-INF/resources/webjars/echarts/" + properties.getProperty("version")
                    + "/echarts.common.min.js";
        }
    }

    private static String text(String resource) throws IOException {
        return text(ResultsPage.class, resource);
    }

    private static String text(Class<?> beside, String resource) throws IOException {
        try (InputStream in = open(beside, resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static InputStream open(Class<?> beside, String resource) {
        InputStream in = beside.getResourceAsStream(resource);
        if (in == null) {
            throw new IllegalStateException("Missing on the class path: " + resource);
        }
        return in;
    }
}
