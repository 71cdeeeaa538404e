/**
 * The promise, tested: what was answered with 202 becomes one invoice line, whoever is killed meanwhile.
 *
 * <p>Every part runs in a JVM of its own, as in a cluster, and dies of {@code SIGKILL}.
 */
package io.dronedelivery.localstack.promise;
