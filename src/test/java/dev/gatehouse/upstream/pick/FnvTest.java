package dev.gatehouse.upstream.pick;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The hash that all assignments rest on: the numbers here never change. */
class FnvTest {

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "'',2166136261",
                "a,3826002220",
                "foobar,3214735720",
                "203.0.113.9,2647623402",
                "' 203.0.113.9',4046667120",
                "canary 203.0.113.9,202462812",
                "'canary ',612831611",
                "\u00e4,1628134131",
                "\u65e5\u672c,1610399396",
                "\ud83d\ude00,3409036472"
            })
    void theHashOfATextIsTheSameForever(String text, long hash) {
        assertEquals(hash, Integer.toUnsignedLong(Fnv.hash(text)));
    }

    @ParameterizedTest
    @CsvSource({"canary ,203.0.113.9", "foo,bar", "'',a", "a,''"})
    void aHashMayBeTakenPieceByPiece(String beginning, String rest) {
        assertEquals(Fnv.hash(beginning + rest), Fnv.onward(Fnv.hash(beginning), rest));
    }
}
