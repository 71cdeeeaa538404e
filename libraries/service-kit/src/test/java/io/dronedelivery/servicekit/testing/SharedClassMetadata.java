package io.dronedelivery.servicekit.testing;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.type.classreading.CachingMetadataReaderFactory;

/**
 * Lets the applications that a test JVM starts share what Spring reads of the class files of configurations. Each would read some
 * hundred of them again, which is a fifth of the processor time of a start.
 */
public final class SharedClassMetadata implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    /** Spring Boot's, of one application. */
    private static final String BEAN = "org.springframework.boot.autoconfigure.internalCachingMetadataReaderFactory";

    private static final CachingMetadataReaderFactory SHARED = new CachingMetadataReaderFactory();

    static {
        SHARED.setCacheLimit(10_000);
    }

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        context.addBeanFactoryPostProcessor((BeanDefinitionRegistryPostProcessor) SharedClassMetadata::share);
    }

    private static void share(BeanDefinitionRegistry registry) {
        if (registry.containsBeanDefinition(BEAN)) {
            registry.removeBeanDefinition(BEAN);
            registry.registerBeanDefinition(
                    BEAN, new RootBeanDefinition(CachingMetadataReaderFactory.class, () -> SHARED));
        }
    }
}
