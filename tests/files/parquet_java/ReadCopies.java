import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;

/** Reads each file of a folder and its copy in another, the copy with page checksums verified. */
public class ReadCopies {
  public static void main(String[] folders) throws Exception {
    int equal = 0, flips = 0, skipped = 0;
    List<Path> copies;
    try (var listing = Files.list(Path.of(folders[1]))) {
      copies = listing.sorted().toList();
    }
    for (Path copy : copies) {
      List<String> rows;
      try {
        rows = read(Path.of(folders[0]).resolve(copy.getFileName()), false);
      } catch (Exception | Error unread) {
        System.out.println("parquet-java does not read " + copy.getFileName() + ": " + unread.getMessage());
        skipped++;
        continue;
      }
      if (!rows.equals(read(copy, true))) throw new AssertionError(copy + " differs");
      equal++;
      flips += flipped(copy);
    }
    System.out.println(equal + " copies equal their files, " + flips + " flips found, " + skipped + " files not read");
  }

  /** One bit in the middle of each column chunk's last page: it must be found. */
  static int flipped(Path copy) throws Exception {
    byte[] bytes = Files.readAllBytes(copy);
    List<Long> ends = new ArrayList<>();
    try (var reader = ParquetFileReader.open(new LocalInputFile(copy))) {
      for (var block : reader.getFooter().getBlocks())
        for (var chunk : block.getColumns())
          if (chunk.getTotalSize() > 0 && chunk.getValueCount() > 0) ends.add(chunk.getStartingPos() + chunk.getTotalSize() - 1);
    }
    Path damaged = Files.createTempFile("flipped", ".parquet");
    for (long end : ends) {
      bytes[(int) end] ^= 1;
      Files.write(damaged, bytes);
      bytes[(int) end] ^= 1;
      try {
        read(damaged, true);
      } catch (Exception found) {
        if (String.valueOf(found.getMessage()).contains("CRC checksum verification failed")) continue;
        throw found;
      }
      throw new AssertionError(copy + ": a flip at " + end + " was not found");
    }
    Files.delete(damaged);
    return ends.size();
  }

  static List<String> read(Path path, boolean verify) throws Exception {
    var options = ParquetReadOptions.builder().usePageChecksumVerification(verify).build();
    List<String> rows = new ArrayList<>();
    try (var reader = ParquetFileReader.open(new LocalInputFile(path), options)) {
      var schema = reader.getFileMetaData().getSchema();
      var columns = new ColumnIOFactory().getColumnIO(schema);
      for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
        var records = columns.getRecordReader(pages, new GroupRecordConverter(schema));
        for (long row = 0; row < pages.getRowCount(); row++) rows.add(((Group) records.read()).toString());
      }
    }
    return rows;
  }
}
