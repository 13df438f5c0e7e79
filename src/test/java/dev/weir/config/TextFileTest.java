package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFileTest {
  @TempDir private Path folder;

  @Test
  void textIsReadAsItStands() throws IOException {
    String text = "\uFEFFa\r\n\u20ac\uD83D\uDE00\u0000";
    Path file = Files.writeString(folder.resolve("a"), text);
    assertThat(TextFile.read(file, "a")).isEqualTo(text);
  }

  @Test
  void theFirstByteThatIsNotUtf8IsNamedWithItsLine() throws IOException {
    Path file = folder.resolve("a");
    Files.write(file, "ab\ncd\nf\u00fcr\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> TextFile.read(file, "mine"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("mine:3: byte 8 is \"0xFC\"; UTF-8 text is needed");
    Files.write(file, new byte[] {'a', (byte) 0xC3});
    assertThatThrownBy(() -> TextFile.read(file, "mine"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("mine:1: byte 2 is \"0xC3\"; UTF-8 text is needed");
  }

  @Test
  void whatCannotBeReadOrIsTooLargeIsRefused() throws IOException {
    assertThatThrownBy(() -> TextFile.read(folder, "mine"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("mine: a file that can be read is needed");
    Path file = Files.writeString(folder.resolve("a"), "1234");
    assertThat(TextFile.bytes(file, "mine", 4)).hasSize(4);
    assertThatThrownBy(() -> TextFile.bytes(file, "mine", 3))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("mine: a file of at most 3 bytes is needed; it is larger");
  }
}
