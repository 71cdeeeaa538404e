package io.dronedelivery.promise.protection;

import io.dronedelivery.promise.house.Change;
import java.util.List;

/**
 * What keeps a promise, by a build that is without it.
 *
 * @param promise its number
 * @param broken what that build does
 * @param test that has to fail for it
 * @param changes that make the build, several where protections stand in for each other
 */
record Protection(int promise, String broken, TestMethod test, List<Change> changes) {

    Protection(int promise, String broken, TestMethod test, Change... changes) {
        this(promise, broken, test, List.of(changes));
    }

    @Override
    public String toString() {
        return promise + ", " + broken;
    }
}
