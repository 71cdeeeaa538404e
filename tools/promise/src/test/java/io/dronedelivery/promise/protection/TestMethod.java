package io.dronedelivery.promise.protection;

/**
 * A test method of a module, with all of its parameters.
 *
 * @param module its folder, from the root of the repository
 * @param type the name of its class
 */
record TestMethod(String module, String type, String name) {

    /** Where it is, from the root of the repository. */
    String source() {
        return module + "/src/test/java/" + type.replace('.', '/') + ".java";
    }

    @Override
    public String toString() {
        return type.substring(type.lastIndexOf('.') + 1) + '#' + name;
    }
}
