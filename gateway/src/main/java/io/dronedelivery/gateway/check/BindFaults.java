package io.dronedelivery.gateway.check;

import io.dronedelivery.gateway.settings.SettingFaults;
import io.dronedelivery.servicekit.environment.BrokenRule;
import io.dronedelivery.servicekit.environment.SettingNames;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;
import org.springframework.boot.context.properties.bind.validation.ValidationErrors;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;

/** Notes what is wrong with settings while they are bound. The binding goes on with the default, where a start would end. */
record BindFaults(SettingFaults faults) implements ConfigurationPropertiesBindHandlerAdvisor {

    @Override
    public BindHandler apply(BindHandler handler) {
        return new FaultsOfOneBind(handler);
    }

    private void addUnknown(ConfigurationProperty property) {
        String name = property.getName().toString();
        if (!faults.isFaulty(name)) {
            faults.add(name, property.getValue(), reason(name, property.getValue(), null));
        }
    }

    private void addInvalid(ValidationErrors errors, ObjectError error) {
        BrokenRule rule = BrokenRule.of(errors, error);
        if (rule != null) {
            rule.settings()
                    .forEach(setting -> faults.add(setting.getName().toString(), setting.getValue(), rule.words()));
            return;
        }
        String prefix = errors.getName().toString();
        String name = error instanceof FieldError field ? prefix + '.' + dashed(field.getField()) : prefix;
        if (!faults.isFaulty(name)) {
            faults.add(
                    name,
                    error instanceof FieldError field ? field.getRejectedValue() : null,
                    String.valueOf(error.getDefaultMessage()));
        }
    }

    /** The name as settings have it: keys of maps are as they were written. */
    private static String dashed(String field) {
        StringBuilder name = new StringBuilder();
        boolean key = false;
        for (int i = 0; i < field.length(); i++) {
            char c = field.charAt(i);
            if (c == '[' && !Character.isDigit(field.charAt(i + 1))) {
                key = true;
                name.append('.');
            } else if (c == ']' && key) {
                key = false;
            } else if (Character.isUpperCase(c) && !key) {
                name.append('-').append(Character.toLowerCase(c));
            } else {
                name.append(c);
            }
        }
        return name.toString();
    }

    /** In the words of a start where it has some. */
    private static String reason(String name, @Nullable Object value, @Nullable Throwable error) {
        String known = SettingNames.read(BindFaults.class.getClassLoader()).fault(name, String.valueOf(value));
        if (known != null) {
            return known;
        }
        return error == null ? "there is no such setting" : reason(error);
    }

    static String reason(Throwable error) {
        Throwable root = NestedExceptionUtils.getMostSpecificCause(error);
        return "cannot be read: " + (root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage());
    }

    /** Around the handler that a start would use. */
    private final class FaultsOfOneBind extends AbstractBindHandler {

        /** Validation ends a start before unknown settings are looked for; here both are reported. */
        private @Nullable BindHandler unknown;

        FaultsOfOneBind(BindHandler parent) {
            super(parent);
        }

        @Override
        public <T> @Nullable Bindable<T> onStart(
                ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
            if (context.getDepth() == 0) {
                ConfigurationProperties settings = target.getAnnotation(ConfigurationProperties.class);
                unknown = settings == null || settings.ignoreUnknownFields()
                        ? null
                        : new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter());
            }
            if (unknown != null) {
                unknown.onStart(name, target, context);
            }
            return super.onStart(name, target, context);
        }

        @Override
        public @Nullable Object onSuccess(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
            if (unknown != null) {
                unknown.onSuccess(name, target, context, result);
            }
            return super.onSuccess(name, target, context, result);
        }

        @Override
        public @Nullable Object onFailure(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error) {
            ConfigurationProperty property = context.getConfigurationProperty();
            Object value = property == null ? null : property.getValue();
            faults.add(name.toString(), value, reason(name.toString(), value, error));
            return null;
        }

        @Override
        public void onFinish(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, @Nullable Object result)
                throws Exception {
            try {
                super.onFinish(name, target, context, result);
            } catch (UnboundConfigurationPropertiesException e) {
                e.getUnboundProperties().forEach(BindFaults.this::addUnknown);
            } catch (BindValidationException e) {
                e.getValidationErrors().forEach(error -> addInvalid(e.getValidationErrors(), error));
            }
            try {
                if (unknown != null) {
                    unknown.onFinish(name, target, context, result);
                }
            } catch (UnboundConfigurationPropertiesException e) {
                e.getUnboundProperties().forEach(BindFaults.this::addUnknown);
            }
        }
    }
}
