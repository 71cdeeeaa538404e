package io.dronedelivery.lab.accounts.stepload;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads {@code simulation.log}, the binary file in which Gatling keeps every response and every user that came or went. Gatling's own
 * report has no figures for each second, and its reader is not for others. The format is that of
 * {@code io.gatling.core.stats.writer.LogFileDataWriter} in Gatling 3.15; a test reads a log of the version in use.
 */
final class SimulationLog {

    private static final int RUN = 0;
    private static final int RESPONSE = 1;
    private static final int USER = 2;
    private static final int GROUP = 3;
    private static final int ERROR = 4;

    private final DataInputStream in;
    private final Map<Integer, String> cachedStrings = new HashMap<>();
    private final List<GatlingLoad.Response> responses = new ArrayList<>();
    private final List<GatlingLoad.UserEvent> users = new ArrayList<>();
    private long start;

    private SimulationLog(DataInputStream in) {
        this.in = in;
    }

    /** Reads all of it; a log that ends in the middle of a record is one of a run that was interrupted, and is refused. */
    static GatlingLoad read(Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            SimulationLog log = new SimulationLog(in);
            log.readAll();
            return new GatlingLoad(log.start, log.responses, log.users);
        } catch (EOFException e) {
            throw new IOException("Gatling's log " + file + " is incomplete", e);
        }
    }

    private void readAll() throws IOException {
        for (int header = in.read(); header >= 0; header = in.read()) {
            switch (header) {
                case RUN -> run();
                case RESPONSE -> response();
                case USER -> user();
                case GROUP -> group();
                case ERROR -> error();
                default -> throw new IOException("Unknown record " + header + " in Gatling's log: another version?");
            }
        }
    }

    private void run() throws IOException {
        string(); // version
        string(); // class
        start = in.readLong();
        string(); // description
        for (int scenarios = in.readInt(); scenarios > 0; scenarios--) {
            string();
        }
        for (int assertions = in.readInt(); assertions > 0; assertions--) {
            in.readNBytes(in.readInt());
        }
    }

    private void response() throws IOException {
        groups();
        cachedString(); // name
        long begin = start + in.readInt();
        long end = start + in.readInt();
        boolean ok = in.readBoolean();
        String message = cachedString();
        responses.add(new GatlingLoad.Response(begin, end, ok, message));
    }

    private void user() throws IOException {
        in.readInt(); // scenario
        boolean came = in.readBoolean();
        users.add(new GatlingLoad.UserEvent(start + in.readInt(), came));
    }

    private void group() throws IOException {
        groups();
        in.readInt();
        in.readInt();
        in.readInt();
        in.readBoolean();
    }

    private void error() throws IOException {
        cachedString();
        in.readInt();
    }

    private void groups() throws IOException {
        for (int groups = in.readInt(); groups > 0; groups--) {
            cachedString();
        }
    }

    /** Written once with a positive number, afterwards by the number's opposite. */
    private String cachedString() throws IOException {
        int index = in.readInt();
        if (index >= 0) {
            String text = string();
            cachedStrings.put(index, text);
            return text;
        }
        String text = cachedStrings.get(-index);
        if (text == null) {
            throw new IOException("Gatling's log names text " + -index + ", which it has not got");
        }
        return text;
    }

    /** The JVM's own bytes of a string, and how it coded them: 0 for Latin-1, 1 for UTF-16 in the machine's byte order. */
    private String string() throws IOException {
        int length = in.readInt();
        if (length == 0) {
            return "";
        }
        byte[] bytes = in.readNBytes(length);
        boolean latin = in.readByte() == 0;
        return new String(bytes, latin ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_16LE);
    }
}
