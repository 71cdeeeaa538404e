package io.dronedelivery.servicekit.environment;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Comes before the analyzers of Spring Boot, whose report begins with the binder's own text. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class WrongSettingAnalyzer implements FailureAnalyzer {

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        String wrong = WrongSetting.explain(failure);
        return wrong == null ? null : new FailureAnalysis(wrong, "Correct the setting.", failure);
    }
}
