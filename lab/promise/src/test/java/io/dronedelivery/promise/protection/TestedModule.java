package io.dronedelivery.promise.protection;

import io.dronedelivery.promise.house.Change;

/**
 * A module whose tests look after protections.
 *
 * @param folder from the root of the repository
 * @param types the package that all of its own are in
 */
record TestedModule(String folder, String types) {

    /**
     * Another text in one of its sources.
     *
     * @param source from the module's package
     */
    Change in(String source, String text, String instead) {
        return new Change(folder + "/src/main/java/" + types.replace('.', '/') + "/" + source, text, instead);
    }

    /** @param test its class from the module's package, {@code #}, its method */
    TestMethod test(String test) {
        return test(test.substring(0, test.indexOf('#')), test);
    }

    /**
     * A method of a suite that several classes are run with.
     *
     * @param type its class from the module's package
     * @param test the suite's interface from there, {@code #}, the method
     */
    TestMethod test(String type, String test) {
        int end = test.indexOf('#');
        return new TestMethod(
                folder, types + '.' + type, types + '.' + test.substring(0, end), test.substring(end + 1));
    }
}
