package io.dronedelivery.drone.telemetry;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.Lifecycle;
import org.springframework.context.support.DefaultLifecycleProcessor;

/** A context that pauses, as Spring's cache of test contexts has it do when it switches to another one. */
final class PausingContext {

    private PausingContext() {}

    /** A context that has this bean alone and has paused. */
    static void of(Lifecycle bean) {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerSingleton("bean", bean);
        DefaultLifecycleProcessor context = new DefaultLifecycleProcessor();
        context.setBeanFactory(beans);
        context.onRefresh();
        context.onPause();
    }
}
