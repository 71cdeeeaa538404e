package io.dronedelivery.localservicebus.message;

/**
 * Walks over the sections of an encoded AMQP message and finds where each begins and ends, without decoding them (AMQP 1.0 part 1.6 and
 * part 3.2). To skip a section it only needs its outermost format code.
 */
final class SectionScanner {
    static final int HEADER = 0x70;
    static final int DELIVERY_ANNOTATIONS = 0x71;
    static final int MESSAGE_ANNOTATIONS = 0x72;
    static final int PROPERTIES = 0x73;
    static final int APPLICATION_PROPERTIES = 0x74;
    static final int DATA = 0x75;
    static final int AMQP_SEQUENCE = 0x76;
    static final int AMQP_VALUE = 0x77;
    static final int FOOTER = 0x78;

    private final byte[] bytes;
    private final int limit;
    private int section;
    private int start;
    private int valueStart;
    private int next;

    SectionScanner(byte[] bytes, int offset, int length) {
        this.bytes = bytes;
        this.limit = offset + length;
        this.next = offset;
    }

    /** Moves to the next section. Returns false at the end. */
    boolean advance() {
        if (next >= limit) {
            return false;
        }
        start = next;
        if (at(start) != 0x00) {
            throw new MalformedMessageException(
                    "a section must begin with a descriptor, found 0x%02x".formatted(at(start)));
        }
        switch (at(start + 1)) {
            case 0x53 -> {
                section = at(start + 2);
                valueStart = start + 3;
            }
            case 0x80 -> {
                section = at(start + 9);
                valueStart = start + 10;
            }
            default -> throw new MalformedMessageException("a section's descriptor must be an unsigned long");
        }
        if (section < HEADER || section > FOOTER) {
            throw new MalformedMessageException("unknown message section 0x%02x".formatted(section));
        }
        next = end(valueStart);
        return true;
    }

    int section() {
        return section;
    }

    /** Where the section begins, including its descriptor. */
    int start() {
        return start;
    }

    int end() {
        return next;
    }

    /** Whether the section is a list or map without entries, which has no meaning. */
    boolean isEmpty() {
        int code = at(valueStart);
        return code == 0x45 || (code == 0xc1 && at(valueStart + 2) == 0) || (code == 0xc0 && at(valueStart + 2) == 0);
    }

    /** Where the bytes of a binary value begin, for a data section. */
    int binaryStart() {
        return switch (at(valueStart)) {
            case 0xa0 -> valueStart + 2;
            case 0xb0 -> valueStart + 5;
            default -> throw new MalformedMessageException("a data section must hold a binary");
        };
    }

    private int end(int position) {
        int code = at(position);
        long size = switch (code >> 4) {
            case 0x4 -> 0;
            case 0x5 -> 1;
            case 0x6 -> 2;
            case 0x7 -> 4;
            case 0x8 -> 8;
            case 0x9 -> 16;
            case 0xa, 0xc, 0xe -> 1 + at(position + 1);
            case 0xb, 0xd, 0xf -> 4 + unsignedInt(position + 1);
            default -> throw new MalformedMessageException("unknown format code 0x%02x".formatted(code));
        };
        long end = position + 1 + size;
        if (end > limit) {
            throw new MalformedMessageException("a section is longer than the message");
        }
        return (int) end;
    }

    private long unsignedInt(int position) {
        return (long) at(position) << 24 | at(position + 1) << 16 | at(position + 2) << 8 | at(position + 3);
    }

    private int at(int position) {
        if (position >= limit) {
            throw new MalformedMessageException("the message ends in the middle of a section");
        }
        return bytes[position] & 0xff;
    }
}
