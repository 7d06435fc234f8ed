import java.nio.file.Path;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Writes a file whose pages of version 2 say -1 NULLs: columns without statistics.
 * https://github.com/apache/parquet-java/issues/3585
 */
public class WriteUnknownNulls {
  public static void main(String[] arguments) throws Exception {
    var schema = MessageTypeParser.parseMessageType(
        "message m { required int64 id; optional int32 number; optional binary word (STRING); "
            + "optional group list (LIST) { repeated group list { optional int32 element; } } }");
    for (var codec : new CompressionCodecName[] {
        CompressionCodecName.UNCOMPRESSED, CompressionCodecName.SNAPPY, CompressionCodecName.GZIP}) {
      var path = Path.of(arguments[0], "unknown_nulls_" + codec.name().toLowerCase() + ".parquet");
      var builder = ExampleParquetWriter.builder(new LocalOutputFile(path))
          .withConf(new PlainParquetConfiguration())
          .withType(schema)
          .withWriterVersion(WriterVersion.PARQUET_2_0)
          .withCompressionCodec(codec)
          .withStatisticsEnabled("number", false)
          .withStatisticsEnabled("word", false)
          .withStatisticsEnabled("list.list.element", false);
      try (var writer = builder.build()) {
        for (int i = 0; i < 100; i++) {
          var row = new SimpleGroup(schema).append("id", (long) i);
          if (i % 3 != 0) row.append("number", i * 7);
          if (i % 4 != 0) row.append("word", "word " + i % 10);
          if (i % 5 != 0) {
            var list = row.addGroup("list");
            for (int j = 0; j < i % 3; j++) {
              var entry = list.addGroup("list");
              if (j == 0) entry.append("element", i);
            }
          }
          writer.write(row);
        }
      }
    }
  }
}
