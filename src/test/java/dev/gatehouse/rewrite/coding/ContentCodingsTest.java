package dev.gatehouse.rewrite.coding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.body.BodyFilter;
import dev.gatehouse.body.BrokenBody;
import dev.gatehouse.body.ByteQueue;
import dev.gatehouse.body.FilterChain;
import dev.gatehouse.testkit.ByteCutter;
import dev.gatehouse.testkit.Filtered;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compressed bodies, whole and wherever they are cut. */
class ContentCodingsTest {

    private static BodyFilter decoder(String coding) {
        return FilterChain.of(Objects.requireNonNull(ContentCodings.decoders(coding)));
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(plain);
        }
        return packed.toByteArray();
    }

    private static byte[] deflate(byte[] plain, boolean bare) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new DeflaterOutputStream(packed, new Deflater(6, bare))) {
            out.write(plain);
        }
        return packed.toByteArray();
    }

    private static byte[] text(int length) {
        byte[] text = new byte[length];
        Random dice = new Random(length);
        for (int i = 0; i < length; i++) {
            text[i] = (byte) ('a' + dice.nextInt(4));
        }
        return text;
    }

    @Test
    void everyCodingComesOffWhereverItIsCut() throws Exception {
        byte[] plain = text(300);
        for (List<byte[]> pieces : ByteCutter.everyWay(gzip(plain), 1)) {
            assertThat(Filtered.through(decoder("gzip"), pieces)).isEqualTo(plain);
        }
        for (boolean bare : new boolean[] {true, false}) {
            for (List<byte[]> pieces : ByteCutter.everyWay(deflate(plain, bare), 1)) {
                assertThat(Filtered.through(decoder("deflate"), pieces)).isEqualTo(plain);
            }
        }
    }

    @Test
    void severalCodingsComeOffFromTheLastToTheFirst() throws Exception {
        byte[] plain = text(5000);
        byte[] packed = gzip(deflate(plain, false));
        assertThat(Filtered.through(decoder("deflate, GZip"), List.of(packed))).isEqualTo(plain);
    }

    @Test
    void severalMembersFollowOneAnother() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        packed.write(gzip(text(100)));
        packed.write(gzip(text(50)));
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        plain.write(text(100));
        plain.write(text(50));
        assertThat(Filtered.through(decoder("gzip"), List.of(packed.toByteArray())))
                .isEqualTo(plain.toByteArray());
    }

    @Test
    void aBodyThatExpandsAThousandfoldIsNotHeldInMemory() throws Exception {
        byte[] packed = gzip(new byte[20_000_000]);
        BodyFilter decoder = decoder("gzip");
        ByteBuffer in = ByteBuffer.wrap(packed);
        ByteQueue out = new ByteQueue(16);
        long total = 0;
        int most = 0;
        boolean done = false;
        while (!done) {
            if (in.hasRemaining()) {
                decoder.filter(in, out);
            } else {
                done = decoder.finish(out);
            }
            most = Math.max(most, out.size());
            total += out.size();
            out.clear();
        }
        assertThat(total).isEqualTo(20_000_000);
        assertThat(most).isLessThanOrEqualTo(BodyFilter.ENOUGH_BYTES + 16 * 1024);
    }

    @Test
    void wrongAndShortDataIsToldAndNeverTakenForTheEnd() throws Exception {
        byte[] packed = gzip(text(300));
        for (int length = 1; length < packed.length; length++) {
            byte[] cut = Arrays.copyOf(packed, length);
            assertThatThrownBy(() -> Filtered.through(decoder("gzip"), List.of(cut)))
                    .isInstanceOf(BrokenBody.class);
        }
        byte[] wrongSum = packed.clone();
        wrongSum[packed.length - 8] ^= 1;
        assertThatThrownBy(() -> Filtered.through(decoder("gzip"), List.of(wrongSum)))
                .isInstanceOf(BrokenBody.class);
        assertThatThrownBy(() -> Filtered.through(decoder("gzip"), List.of(text(50))))
                .isInstanceOf(BrokenBody.class);
        byte[] cut = Arrays.copyOf(deflate(text(300), false), 50);
        assertThatThrownBy(() -> Filtered.through(decoder("deflate"), List.of(cut)))
                .isInstanceOf(BrokenBody.class);
    }

    @Test
    void anEmptyBodyIsNoFault() throws Exception {
        assertThat(Filtered.through(decoder("gzip"), List.of())).isEmpty();
        assertThat(Filtered.through(decoder("deflate"), List.of())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "zstd", "gzip, br", "compress", "aes128gcm", "gzip,gzip,gzip,gzip"})
    void codingsThatAreNotKnownAreLeftAlone(String coding) {
        assertThat(ContentCodings.decoders(coding)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "identity", " , "})
    void whatIsNotEncodedNeedsNoDecoder(String coding) {
        assertThat(ContentCodings.decoders(coding)).isEmpty();
        assertThat(ContentCodings.decoders(null)).isEmpty();
    }
}
