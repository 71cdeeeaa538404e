package io.dronedelivery.house.words;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * In main code a simple name stands for one type. The sources of all modules are read, also of modules that nothing depends on. Private
 * types do not count, nor do the alternatives of a sealed interface that are nested in it, such as {@code Expr.And}.
 */
class SimpleNamesTest {

    private static final String A_MESSAGE = "each service has a record of its own for the message";
    private static final String A_CLIENT = "a client has records of its own for the service's answer";

    /** Names with several types, and why. */
    private static final Map<String, String> EXCEPTIONS = Map.of(
            "DeliveryCompleted", A_MESSAGE,
            "DispatchStatus", A_CLIENT,
            "LatencyRow", A_CLIENT,
            "Location", "a place on earth, as a part of three different documents");

    private static final Map<String, Set<String>> PACKAGES = new TreeMap<>();

    /** @param name without its package and the types around it */
    private record Type(String name, String inPackage) {}

    @BeforeAll
    static void read() throws IOException {
        List<Type> types = new ArrayList<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            JavacTask parser = (JavacTask) compiler.getTask(
                    null, files, null, List.of(), null, files.getJavaFileObjectsFromPaths(RepositoryFiles.mainJava()));
            for (CompilationUnitTree file : parser.parse()) {
                new Names(types).scan(file, null);
            }
        }
        PACKAGES.putAll(types.stream()
                .collect(groupingBy(Type::name, mapping(Type::inPackage, toCollection(TreeSet::new)))));
    }

    @Test
    void a_simple_name_stands_for_one_type() {
        Map<String, Set<String>> several = new TreeMap<>(PACKAGES);
        several.values().removeIf(packages -> packages.size() == 1);
        several.keySet().removeAll(EXCEPTIONS.keySet());

        assertThat(several).isEmpty();
    }

    @Test
    void an_exception_is_one_of_ten_and_is_still_needed() {
        assertThat(EXCEPTIONS).hasSizeLessThanOrEqualTo(10);
        assertThat(EXCEPTIONS.keySet())
                .allSatisfy(name ->
                        assertThat(PACKAGES.getOrDefault(name, Set.of())).hasSizeGreaterThan(1));
    }

    /** Collects the named types of a file that code outside of them can name. */
    private static final class Names extends TreePathScanner<Void, Void> {

        private final List<Type> types;

        Names(List<Type> types) {
            this.types = types;
        }

        @Override
        public Void visitClass(ClassTree type, Void nothing) {
            if (type.getModifiers().getFlags().contains(Modifier.PRIVATE)) {
                return null;
            }
            if (!isAlternative(getCurrentPath().getParentPath())) {
                CompilationUnitTree file = getCurrentPath().getCompilationUnit();
                types.add(new Type(
                        type.getSimpleName().toString(), file.getPackageName().toString()));
            }
            return super.visitClass(type, nothing);
        }

        private static boolean isAlternative(TreePath around) {
            return around.getLeaf() instanceof ClassTree outer
                    && outer.getModifiers().getFlags().contains(Modifier.SEALED);
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            return null;
        }

        @Override
        public Void visitVariable(VariableTree variable, Void nothing) {
            return null;
        }

        @Override
        public Void visitBlock(BlockTree block, Void nothing) {
            return null;
        }
    }
}
