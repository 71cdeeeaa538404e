package io.dronedelivery.servicekit.problem;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.MethodParameter;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.validation.ObjectError;
import org.springframework.validation.method.MethodValidationResult;
import org.springframework.validation.method.ParameterErrors;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.support.WebExchangeBindException;
import org.springframework.web.server.MissingRequestValueException;
import org.springframework.web.server.ServerWebInputException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Turns the exceptions of Spring, Jackson and Bean Validation for wrong input into problems that name the field. */
final class BadInput {

    private BadInput() {}

    /** The answer for input that the framework or a validator refused, or null when the failure is something else. */
    static @Nullable ProblemException of(Throwable failure) {
        if (failure instanceof WebExchangeBindException invalid) {
            return problem(invalid.getAllErrors().stream().map(BadInput::error).toList());
        }
        if (failure instanceof MethodValidationResult invalid && !invalid.isForReturnValue()) {
            return problem(invalid.getParameterValidationResults().stream()
                    .flatMap(result -> errors(result).stream())
                    .toList());
        }
        if (failure instanceof ConstraintViolationException invalid) {
            return problem(invalid.getConstraintViolations().stream()
                    .map(BadInput::error)
                    .toList());
        }
        if (failure instanceof MissingRequestValueException missing) {
            return ProblemException.invalid(missing.getName(), "is missing");
        }
        if (failure instanceof ServerWebInputException input) {
            return of(input);
        }
        return null;
    }

    private static ProblemException of(ServerWebInputException input) {
        Throwable root = NestedExceptionUtils.getMostSpecificCause(input);
        if (root instanceof JacksonException json) {
            return ofJson(json);
        }
        MethodParameter parameter = input.getMethodParameter();
        TypeMismatchException mismatch = mismatchIn(input);
        if (mismatch != null && parameter != null) {
            return ProblemException.invalid(nameOf(parameter), "must be " + describe(mismatch.getRequiredType()));
        }
        if (parameter != null && parameter.hasParameterAnnotation(RequestBody.class) && root == input) {
            return ProblemException.of(ProblemType.INVALID_REQUEST, "The request has no body.", input);
        }
        String reason = input.getReason();
        return ProblemException.of(
                ProblemType.INVALID_REQUEST, reason == null ? "The request cannot be read." : reason, input);
    }

    private static ProblemException ofJson(JacksonException json) {
        if (json instanceof DatabindException mapping && !mapping.getPath().isEmpty()) {
            boolean unknown = mapping instanceof UnrecognizedPropertyException;
            return ProblemException.invalid(
                    pathOf(mapping), unknown ? "is not known here" : "has a value of the wrong kind");
        }
        TokenStreamLocation at = json.getLocation();
        String place = at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
        boolean notJson = json instanceof StreamReadException && !(json instanceof InputCoercionException);
        String fault = notJson ? "The body is not valid JSON" : "The body cannot be read";
        return ProblemException.of(ProblemType.INVALID_REQUEST, fault + place + ".", json);
    }

    private static ProblemException problem(List<FieldError> errors) {
        String detail = errors.stream()
                .map(error -> error.field() + " " + error.message())
                .sorted()
                .collect(Collectors.joining("; "));
        ProblemException problem = ProblemException.of(ProblemType.INVALID_REQUEST, detail);
        errors.forEach(error -> problem.field(error.field(), error.message()));
        return problem;
    }

    private static List<FieldError> errors(ParameterValidationResult result) {
        if (result instanceof ParameterErrors members) {
            return members.getAllErrors().stream().map(BadInput::error).toList();
        }
        String name = nameOf(result.getMethodParameter());
        return result.getResolvableErrors().stream()
                .map(error -> new FieldError(name, orInvalid(error.getDefaultMessage())))
                .toList();
    }

    private static FieldError error(ObjectError error) {
        return error instanceof org.springframework.validation.FieldError field
                ? new FieldError(
                        field.getField(),
                        field.isBindingFailure()
                                ? "has a value of the wrong kind"
                                : orInvalid(field.getDefaultMessage()))
                : new FieldError(error.getObjectName(), orInvalid(error.getDefaultMessage()));
    }

    private static FieldError error(ConstraintViolation<?> violation) {
        String name = "";
        for (Path.Node node : violation.getPropertyPath()) {
            name = node.getName();
        }
        return new FieldError(name, violation.getMessage());
    }

    /** The name that the caller knows the parameter by. */
    private static String nameOf(MethodParameter parameter) {
        RequestParam query = parameter.getParameterAnnotation(RequestParam.class);
        PathVariable path = parameter.getParameterAnnotation(PathVariable.class);
        RequestHeader header = parameter.getParameterAnnotation(RequestHeader.class);
        String name = query != null ? query.name() : path != null ? path.name() : header != null ? header.name() : "";
        String declared = parameter.getParameterName();
        return !name.isEmpty() ? name : declared != null ? declared : "parameter " + parameter.getParameterIndex();
    }

    private static String pathOf(DatabindException mapping) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : mapping.getPath()) {
            if (step.getPropertyName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
            }
        }
        return path.toString();
    }

    private static String describe(@Nullable Class<?> type) {
        if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
            return "a whole number";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        if (type != null && type.isEnum()) {
            return "one of " + List.of(type.getEnumConstants());
        }
        return "of another form";
    }

    private static @Nullable TypeMismatchException mismatchIn(Throwable failure) {
        Throwable at = failure;
        while (at != null && !(at instanceof TypeMismatchException)) {
            at = at.getCause();
        }
        return (TypeMismatchException) at;
    }

    private static String orInvalid(@Nullable String message) {
        return message == null ? "is not valid" : message;
    }
}
