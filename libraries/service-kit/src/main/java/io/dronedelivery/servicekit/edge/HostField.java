package io.dronedelivery.servicekit.edge;

import io.netty.util.NetUtil;

/** The header field Host: the name of a host, an IPv4 address, or an IPv6 address in brackets, and a port if any. */
final class HostField {

    private static final int MAX_PORT = 65_535;

    private HostField() {}

    static boolean isValid(String value) {
        int end = value.startsWith("[") ? endOfAddress(value) : endOfName(value);
        return end > 0 && isPort(value, end);
    }

    private static int endOfName(String value) {
        int at = 0;
        while (at < value.length() && isOfName(value.charAt(at))) {
            at++;
        }
        return at;
    }

    /** The index behind the closing bracket, or -1. */
    private static int endOfAddress(String value) {
        int end = value.indexOf(']');
        // Netty takes a zone as well, which no Host has.
        return end > 0 && value.indexOf('%') < 0 && NetUtil.isValidIpV6Address(value.substring(1, end)) ? end + 1 : -1;
    }

    /** Whether the rest is nothing, or a colon and a number of one to five digits that a port may have. */
    private static boolean isPort(String value, int start) {
        if (start == value.length()) {
            return true;
        }
        int digits = value.length() - start - 1;
        if (value.charAt(start) != ':' || digits < 1 || digits > 5) {
            return false;
        }
        int port = 0;
        for (int at = start + 1; at < value.length(); at++) {
            if (!isDigit(value.charAt(at))) {
                return false;
            }
            port = 10 * port + value.charAt(at) - '0';
        }
        return port <= MAX_PORT;
    }

    private static boolean isOfName(char c) {
        return isLetter(c) || isDigit(c) || c == '.' || c == '-' || c == '_';
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
