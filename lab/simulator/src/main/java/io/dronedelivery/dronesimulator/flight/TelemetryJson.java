package io.dronedelivery.dronesimulator.flight;

import io.dronedelivery.dronesimulator.flight.Drone.Reading;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/**
 * Writes telemetry as JSON: tens of thousands of times a second, for which a general writer would need a processor of its own. One thread
 * owns it.
 */
public final class TelemetryJson {

    private static final int LONGEST_WITHOUT_PAYLOAD = 400;
    /** The payload is cut from a longer text, so that no two are equal and none has to be drawn letter by letter. */
    private static final int VARIETY = 4_096;

    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

    private static final byte[] DRONE = ascii("{\"droneId\":\"");
    private static final byte[] SEQUENCE = ascii("\",\"sequence\":");
    private static final byte[] CREATED = ascii(",\"createdMicros\":");
    private static final byte[] LATITUDE = ascii(",\"latitude\":");
    private static final byte[] LONGITUDE = ascii(",\"longitude\":");
    private static final byte[] ALTITUDE = ascii(",\"altitude\":");
    private static final byte[] SPEED = ascii(",\"speed\":");
    private static final byte[] HEADING = ascii(",\"heading\":");
    private static final byte[] BATTERY = ascii(",\"battery\":");
    private static final byte[] PAYLOAD = ascii(",\"payload\":\"");
    private static final byte[] END = ascii("\"}");

    private final byte[] letters;
    private final int payloadBytes;
    private final byte[] text;
    private int length;

    /** @param payloadBytes letters of payload in each */
    public TelemetryJson(int payloadBytes, Random random) {
        this.payloadBytes = payloadBytes;
        this.text = new byte[LONGEST_WITHOUT_PAYLOAD + payloadBytes];
        this.letters = new byte[payloadBytes + VARIETY];
        for (int i = 0; i < letters.length; i++) {
            letters[i] = (byte) LETTERS.charAt(random.nextInt(LETTERS.length()));
        }
    }

    /**
     * @param droneId letters, digits and dashes, at most 64
     * @param createdMicros when it was to be sent, in microseconds since the epoch
     */
    public byte[] write(String droneId, long sequence, long createdMicros, Reading reading) {
        length = 0;
        add(DRONE);
        add(droneId);
        add(SEQUENCE);
        add(sequence);
        add(CREATED);
        add(createdMicros);
        add(LATITUDE);
        add(reading.latitude(), 6);
        add(LONGITUDE);
        add(reading.longitude(), 6);
        add(ALTITUDE);
        add(reading.altitude(), 1);
        add(SPEED);
        add(reading.speed(), 1);
        add(HEADING);
        add(reading.heading());
        add(BATTERY);
        add(reading.battery(), 3);
        add(PAYLOAD);
        System.arraycopy(letters, (int) (createdMicros % VARIETY), text, length, payloadBytes);
        length += payloadBytes;
        add(END);
        return Arrays.copyOf(text, length);
    }

    private void add(byte[] part) {
        System.arraycopy(part, 0, text, length, part.length);
        length += part.length;
    }

    @SuppressWarnings("deprecation") // Identifiers are ASCII, and this needs no array in between.
    private void add(String id) {
        id.getBytes(0, id.length(), text, length);
        length += id.length();
    }

    private void add(double value, int decimals) {
        long unit = 1;
        for (int i = 0; i < decimals; i++) {
            unit *= 10;
        }
        long scaled = Math.round(Math.abs(value) * unit);
        if (value < 0 && scaled > 0) {
            text[length++] = '-';
        }
        add(scaled / unit);
        text[length++] = '.';
        int end = length + decimals;
        long rest = scaled % unit;
        for (int place = end - 1; place >= length; place--) {
            text[place] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length = end;
    }

    private void add(long value) {
        int digits = 1;
        for (long rest = value / 10; rest > 0; rest /= 10) {
            digits++;
        }
        long rest = value;
        for (int place = length + digits - 1; place >= length; place--) {
            text[place] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
