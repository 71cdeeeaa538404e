package io.dronedelivery.loadtest.lab.common;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** One file that shows the results from disk, without a network: the chart library, the figures and the page's own code are in it. */
final class ResultsPage {

    private static final String FOLDER = "/io/dronedelivery/loadtest/lab/";
    private static final String WEBJAR = "/META-INF/maven/org.webjars/echarts/pom.properties";

    private ResultsPage() {}

    /**
     * The page.
     *
     * @param experiment whose script is in the folder of this name without dashes
     * @param results in JSON
     */
    static String of(String experiment, String results) throws IOException {
        return text(FOLDER + "common/page.html")
                .replace("/*experiment*/", experiment)
                .replace("/*style*/", text(FOLDER + "common/page.css"))
                .replace("/*library*/", endless(text(chartLibrary())))
                .replace("/*results*/", endless(results))
                .replace("/*common*/", text(FOLDER + "common/page.js"))
                .replace("/*page*/", text(FOLDER + experiment.replace("-", "") + "/page.js"));
    }

    /** @param experiments a summary of each, in JSON */
    static String index(String experiments) throws IOException {
        return text(FOLDER + "common/index.html")
                .replace("/*style*/", text(FOLDER + "common/page.css"))
                .replace("/*experiments*/", endless(experiments))
                .replace("/*common*/", text(FOLDER + "common/page.js"))
                .replace("/*page*/", text(FOLDER + "common/index.js"));
    }

    /** No text may end the element that it is in. */
    private static String endless(String script) {
        return script.replace("</", "<\\/");
    }

    private static String chartLibrary() throws IOException {
        try (InputStream in = open(WEBJAR)) {
            Properties properties = new Properties();
            properties.load(in);
            return "/META-INF/resources/webjars/echarts/" + properties.getProperty("version")
                    + "/echarts.common.min.js";
        }
    }

    private static String text(String resource) throws IOException {
        try (InputStream in = open(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static InputStream open(String resource) {
        InputStream in = ResultsPage.class.getResourceAsStream(resource);
        if (in == null) {
            throw new IllegalStateException("Missing on the class path: " + resource);
        }
        return in;
    }
}
