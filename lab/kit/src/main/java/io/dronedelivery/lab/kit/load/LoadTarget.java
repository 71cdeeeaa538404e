package io.dronedelivery.lab.kit.load;

import java.net.URI;

/**
 * What is asked, a different thing each time if the URL has a place for a number: one owner's answers come from one partition of a store,
 * whose throughput would be what is measured.
 */
public final class LoadTarget {

    /** The place in a URL. */
    public static final String NUMBER = "{n}";

    private final String text;
    /** Path and query. Nothing is parsed for each request: what the load costs, the gateway does not get. */
    private final String path;

    private final int last;
    private int number;

    /** @param last after this number comes 1 again */
    public LoadTarget(String url, int last) {
        this.text = url;
        int start = url.indexOf('/', url.indexOf("//") + 2);
        this.path = start < 0 ? "/" : url.substring(start);
        this.last = last;
    }

    /** @throws IllegalArgumentException naming the option, when it is no URL that can be asked */
    public static String checked(String option, String value) {
        URI url = URI.create(value.replace(NUMBER, "1"));
        if (!"http".equals(url.getScheme()) || url.getHost() == null) {
            throw new IllegalArgumentException(option + " must be an http URL, not '" + value + "'");
        }
        return value;
    }

    /** The path and query of the next request; called by one thread. */
    public String next() {
        number = number % last + 1;
        return path.replace(NUMBER, Integer.toString(number));
    }

    public String host() {
        return first().getHost();
    }

    public int port() {
        int port = first().getPort();
        return port < 0 ? 80 : port;
    }

    private URI first() {
        return URI.create(text.replace(NUMBER, "1"));
    }

    @Override
    public String toString() {
        return text.contains(NUMBER) ? text + " with {n} from 1 to " + last : text;
    }
}
