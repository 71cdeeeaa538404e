package io.dronedelivery.promise.protection;

/**
 * A test method of a module, with all of its parameters.
 *
 * @param module its folder, from the root of the repository
 * @param type the name of the class that is run
 * @param home the name of the type that has it: the class, or an interface of it
 */
record TestMethod(String module, String type, String home, String name) {

    /** Where it is, from the root of the repository. */
    String source() {
        return module + "/src/test/java/" + home.replace('.', '/') + ".java";
    }

    @Override
    public String toString() {
        return type.substring(type.lastIndexOf('.') + 1) + '#' + name;
    }
}
