package io.dronedelivery.localauth;

import io.dronedelivery.localrequests.LocalRequests;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps foreign pages out: its clients' secrets are public, so that a page could ask for a token as well. */
final class OwnPages implements Filter {

    private final LocalRequests taken;

    /** @param origins of the pages that are sent here to log in */
    OwnPages(List<String> origins) {
        this.taken = LocalRequests.toLoopback().orFrom(origins::contains);
    }

    @Override
    public void doFilter(
            @Nullable ServletRequest request, @Nullable ServletResponse response, @Nullable FilterChain chain)
            throws IOException, ServletException {
        if (!(request instanceof HttpServletRequest http)
                || !(response instanceof HttpServletResponse answer)
                || chain == null) {
            throw new ServletException("Tomcat calls it for HTTP alone");
        }
        String refusal =
                taken.refusal(http.getHeader("Host"), http.getHeader("Origin"), http.getHeader("Sec-Fetch-Site"));
        if (refusal == null) {
            chain.doFilter(request, response);
        } else {
            answer.setStatus(HttpServletResponse.SC_FORBIDDEN);
        }
    }
}
