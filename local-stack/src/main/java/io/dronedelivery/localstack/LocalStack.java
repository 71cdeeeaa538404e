package io.dronedelivery.localstack;

/** Starts everything in one JVM. */
public final class LocalStack {

    private LocalStack() {}

    public static void main(String[] args) {
        System.out.println("Drone Delivery");
    }
}
