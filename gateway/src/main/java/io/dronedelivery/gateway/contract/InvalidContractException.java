package io.dronedelivery.gateway.contract;

/** A contract cannot be used; the message says why, in words that follow the name of a property. */
public final class InvalidContractException extends RuntimeException {

    InvalidContractException(String reason) {
        super(reason);
    }
}
