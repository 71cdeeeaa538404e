package io.dronedelivery.localjournal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * An append-only file of frames. A frame that was appended survives a crash of this process. It survives a crash of the machine only after
 * {@link #force}. A process that dies during a write leaves a part of a frame at the end of the file, and nothing behind it. One thread at a
 * time may use a file.
 */
public final class JournalFile implements AutoCloseable {
    private final Path path;
    private final FileChannel channel;
    private long size;

    private JournalFile(Path path, FileChannel channel, long size) {
        this.path = path;
        this.channel = channel;
        this.size = size;
    }

    /** An empty file; one that is there is overwritten. */
    public static JournalFile create(Path path, JournalFormat format) throws IOException {
        return open(path, format, StandardOpenOption.TRUNCATE_EXISTING);
    }

    /** A file that a {@link JournalReader} found whole, or an empty one when there is none. */
    public static JournalFile open(Path path, JournalFormat format) throws IOException {
        return open(path, format, StandardOpenOption.APPEND);
    }

    /** An empty file beside the one of that path; {@link #replace} puts it in its place. */
    public static JournalFile replacementOf(Path path, JournalFormat format) throws IOException {
        return create(path.resolveSibling(path.getFileName() + ".new"), format);
    }

    private static JournalFile open(Path path, JournalFormat format, OpenOption option) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, option);
        try {
            JournalFile file = new JournalFile(path, channel, channel.size());
            if (file.size == 0) {
                file.append(ByteBuffer.wrap(format.magicBytes()));
            }
            return file;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Takes the place of the file of that path, in one step. */
    public void replace(Path other) throws IOException {
        Files.move(path, other, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Adds frames. They survive the death of this process as soon as this method returns. After a failure the file may end in the middle of a
     * frame, so nothing more may be appended.
     */
    public void append(ByteBuffer... frames) throws IOException {
        for (int first = 0; first < frames.length; first++) {
            while (frames[first].hasRemaining()) {
                size += channel.write(frames, first, frames.length - first);
            }
        }
    }

    /** The file's length in bytes. */
    public long size() {
        return size;
    }

    /** Waits until the device has all of it. */
    public void force() throws IOException {
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
