package io.dronedelivery.lab.kit.process;

import java.io.IOException;
import java.util.Arrays;

/**
 * Runs another class's {@code main} until standard input ends. The parent holds the other end, so that its children end with
 * it, even when it is killed.
 */
public final class ChildJvm {

    private ChildJvm() {}

    /** The first argument is the name of the class to run; the others are its own. */
    public static void main(String[] args) throws ReflectiveOperationException {
        Thread watch = new Thread(ChildJvm::exitAtEndOfInput, "parent-watch");
        watch.setDaemon(true);
        watch.start();
        String[] rest = Arrays.copyOfRange(args, 1, args.length);
        Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
    }

    private static void exitAtEndOfInput() {
        try {
            System.in.transferTo(java.io.OutputStream.nullOutputStream());
        } catch (IOException e) {
            System.err.println("Lost the parent: " + e.getMessage());
        }
        System.exit(0);
    }
}
