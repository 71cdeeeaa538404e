package io.dronedelivery.promise.protection;

import io.dronedelivery.promise.protection.Finding.Kind;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A JVM that runs test methods, each with all of its parameters, and writes down what each has found. */
final class TestRun implements TestExecutionListener {

    private final Set<String> wanted;
    private final Map<String, Finding> findings = new HashMap<>();
    private String troubleBeforehand = "there is no such test";

    private TestRun(Set<String> wanted) {
        this.wanted = wanted;
    }

    /** @param arguments for each test the file for its {@link Finding}, its class and its name */
    public static void main(String[] arguments) throws Exception {
        Map<String, Path> files = new LinkedHashMap<>();
        for (int i = 0; i < arguments.length; i += 3) {
            files.put(arguments[i + 1] + '#' + arguments[i + 2], Path.of(arguments[i]));
        }
        TestRun run = new TestRun(files.keySet());
        // In one execution: the fields of a class are good for one.
        LauncherFactory.create().execute(run.request(), run);
        for (Map.Entry<String, Path> file : files.entrySet()) {
            Files.writeString(file.getValue(), run.finding(file.getKey()).written());
        }
        // Threads that a broken build has left behind do not keep it.
        System.exit(0);
    }

    private LauncherDiscoveryRequest request() {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(wanted.stream()
                        .map(test -> test.substring(0, test.indexOf('#')))
                        .distinct()
                        .map(DiscoverySelectors::selectClass)
                        .collect(Collectors.toList()))
                .filters((PostDiscoveryFilter) found -> FilterResult.includedIf(
                        wanted.contains(name(found.getSource().orElse(null)))))
                .build();
    }

    private static String name(@Nullable TestSource source) {
        return source instanceof MethodSource method ? method.getClassName() + '#' + method.getMethodName() : "";
    }

    @Override
    public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Throwable failure = result.getThrowable().orElse(null);
        String name = name(test.getSource().orElse(null));
        if (failure != null) {
            failure.printStackTrace();
        }
        if (test.isTest() && wanted.contains(name)) {
            findings.merge(name, finding(test, failure), TestRun::worse);
        } else if (failure != null) {
            troubleBeforehand = test.getDisplayName() + ": " + failure;
        }
    }

    private static Finding finding(TestIdentifier test, @Nullable Throwable failure) {
        return failure == null
                ? new Finding(Kind.PASSED, "passed")
                : new Finding(isAssertion(failure) ? Kind.FAILED : Kind.ERROR, test.getDisplayName() + ": " + failure);
    }

    /** With several parameters, one that says what is wrong is enough. */
    private static Finding worse(Finding one, Finding other) {
        return other.kind() == Kind.FAILED && one.kind() != Kind.FAILED || one.kind() == Kind.PASSED ? other : one;
    }

    /** Or a wait for what does not come, which some tests have in the place of one. */
    private static boolean isAssertion(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof AssertionError
                    || cause instanceof ConditionTimeoutException
                    || cause instanceof SocketTimeoutException
                    || cause instanceof HttpTimeoutException) {
                return true;
            }
        }
        return false;
    }

    /** What goes wrong before a test is no finding of it. */
    private synchronized Finding finding(String test) {
        Finding finding = findings.get(test);
        return finding == null ? new Finding(Kind.ERROR, troubleBeforehand) : finding;
    }
}
