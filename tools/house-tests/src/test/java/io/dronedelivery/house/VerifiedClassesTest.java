package io.dronedelivery.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import org.springframework.asm.ClassWriter;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;

/**
 * Other tests run in JVMs that take each class for valid, see {@code test.jvm.verification} in the root's pom.xml. This one verifies,
 * and links all of the house's classes.
 */
@AnalyzeClasses(packages = "io.dronedelivery", importOptions = ImportOption.DoNotIncludeTests.class)
class VerifiedClassesTest {

    @ArchTest
    static void every_class_of_the_house_is_valid(JavaClasses house) throws ClassNotFoundException {
        assertThat(house).hasSizeGreaterThan(500);
        for (JavaClass one : house) {
            link(Class.forName(one.getName(), false, VerifiedClassesTest.class.getClassLoader()));
        }
    }

    @ArchTest
    static void one_that_is_not_valid_would_be_found(JavaClasses house) {
        assertThatThrownBy(() -> link(new Loader().returningANumberAsAnObject()))
                .isInstanceOf(VerifyError.class);
    }

    /** A class is verified when it is linked, which comes before its methods are told; nothing of it runs. */
    private static void link(Class<?> type) {
        assertThat(type.getDeclaredMethods()).isNotNull();
    }

    private static final class Loader extends ClassLoader {

        Class<?> returningANumberAsAnObject() {
            ClassWriter type = new ClassWriter(0);
            type.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Invalid", null, "java/lang/Object", null);
            MethodVisitor method =
                    type.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "it", "()Ljava/lang/Object;", null, null);
            method.visitCode();
            method.visitInsn(Opcodes.ICONST_0);
            method.visitInsn(Opcodes.ARETURN);
            method.visitMaxs(1, 0);
            method.visitEnd();
            type.visitEnd();
            byte[] bytes = type.toByteArray();
            return defineClass("Invalid", bytes, 0, bytes.length);
        }
    }
}
