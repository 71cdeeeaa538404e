package io.dronedelivery.gateway.template;

/** A template that cannot be compiled. The reason is for the author of the template. */
public final class TemplateException extends RuntimeException {

    private final String reason;

    TemplateException(String reason) {
        super(reason);
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
