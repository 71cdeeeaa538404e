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
        int end = test.indexOf('#');
        return new TestMethod(folder, types + '.' + test.substring(0, end), test.substring(end + 1));
    }
}
