import io.airlift.compress.hadoop.HadoopStreams;
import io.airlift.compress.lz4.Lz4HadoopStreams;
import io.airlift.compress.snappy.SnappyHadoopStreams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jpountz.lz4.LZ4BlockInputStream;
import net.jpountz.lz4.LZ4BlockOutputStream;
import org.xerial.snappy.SnappyFramedInputStream;
import org.xerial.snappy.SnappyFramedOutputStream;
import org.xerial.snappy.SnappyInputStream;
import org.xerial.snappy.SnappyOutputStream;

/**
 * The streams of lz4-java, snappy-java and aircompressor.
 *
 * <p>usage: Streams (compress | decompress) FOLDER. Turns each file NUMBER.CODEC of the folder into NUMBER.CODEC.out.
 */
final class Streams {
    public static void main(String[] arguments) throws IOException {
        boolean compress = arguments[0].equals("compress");
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(arguments[1]), "*.[a-z]*[!t]")) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                String codec = name.substring(name.indexOf('.') + 1);
                byte[] bytes = Files.readAllBytes(file);
                byte[] result = compress ? compress(codec, bytes) : decompress(codec, bytes);
                Files.write(file.resolveSibling(name + ".out"), result);
            }
        }
    }

    private static byte[] compress(String codec, byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = writer(codec, bytes)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }

    private static byte[] decompress(String codec, byte[] frame) throws IOException {
        try (InputStream in = reader(codec, new ByteArrayInputStream(frame))) {
            return in.readAllBytes();
        }
    }

    private static OutputStream writer(String codec, OutputStream out) throws IOException {
        switch (codec) {
            case "lz4_java":
                return new LZ4BlockOutputStream(out);
            case "snappy_java":
                return new SnappyOutputStream(out);
            case "snappy_frame":
                return new SnappyFramedOutputStream(out);
            default:
                return hadoop(codec).createOutputStream(out);
        }
    }

    private static InputStream reader(String codec, InputStream in) throws IOException {
        switch (codec) {
            case "lz4_java":
                return new LZ4BlockInputStream(in);
            case "snappy_java":
                return new SnappyInputStream(in);
            case "snappy_frame":
                return new SnappyFramedInputStream(in);
            default:
                return hadoop(codec).createInputStream(in);
        }
    }

    private static HadoopStreams hadoop(String codec) {
        switch (codec) {
            case "hadoop_snappy":
                return new SnappyHadoopStreams();
            case "hadoop_lz4":
                return new Lz4HadoopStreams();
            default:
                throw new IllegalArgumentException("there is no codec " + codec);
        }
    }
}
