package dev.gatehouse.rewrite.charset;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What browsers understand by charset labels (Encoding standard, section 4.2), in the JDK's terms. Labels of the
 * replacement encoding and those that nobody knows have none.
 */
public final class CharsetLabels {

    private static final Map<String, String> NAMES = new HashMap<>();

    static {
        add("UTF-8", "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8");
        add("IBM866", "ibm866 866 cp866 csibm866");
        for (int part : new int[] {2, 3, 4, 5, 6, 7, 8, 13, 15, 16}) {
            add("ISO-8859-" + part, "iso-8859-" + part + " iso8859-" + part + " iso8859" + part + " iso_8859-" + part);
        }
        add("ISO-8859-2", "latin2 l2 csisolatin2 iso-ir-101");
        add("ISO-8859-3", "latin3 l3 csisolatin3 iso-ir-109");
        add("ISO-8859-4", "latin4 l4 csisolatin4 iso-ir-110");
        add("ISO-8859-5", "cyrillic csisolatincyrillic iso-ir-144");
        add("ISO-8859-6", "arabic asmo-708 ecma-114 csisolatinarabic iso-ir-127 iso-8859-6-e iso-8859-6-i");
        add("ISO-8859-7", "greek greek8 ecma-118 elot_928 sun_eu_greek csisolatingreek iso-ir-126");
        add("ISO-8859-8", "hebrew visual csisolatinhebrew iso-ir-138 iso-8859-8-e iso-8859-8-i csiso88598i logical");
        add("ISO-8859-15", "latin9 l9 csisolatin9");
        add("KOI8-R", "koi8-r koi koi8 koi8_r cskoi8r");
        add("KOI8-U", "koi8-u koi8-ru");
        add("x-MacRoman", "macintosh mac x-mac-roman csmacintosh");
        add("x-MacUkraine", "x-mac-cyrillic x-mac-ukrainian");
        add("x-windows-874", "windows-874 dos-874 iso-8859-11 iso8859-11 iso885911 tis-620");
        for (int page = 1250; page <= 1258; page++) {
            add("windows-" + page, "windows-" + page + " cp" + page + " x-cp" + page);
        }
        add(
                "windows-1252",
                "ansi_x3.4-1968 ascii us-ascii cp819 ibm819 iso-8859-1 iso8859-1 iso88591 iso_8859-1"
                        + " iso_8859-1:1987 iso-ir-100 latin1 l1 csisolatin1");
        add(
                "windows-1254",
                "iso-8859-9 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 latin5 l5 csisolatin5 iso-ir-148");
        add("ISO-8859-10", "iso-8859-10 iso8859-10 iso885910 latin6 l6 csisolatin6 iso-ir-157");
        add("ISO-8859-14", "iso-8859-14 iso8859-14 iso885914");
        add("GB18030", "gbk gb18030 chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk");
        add("Big5-HKSCS", "big5 big5-hkscs cn-big5 csbig5 x-x-big5");
        add("EUC-JP", "euc-jp cseucpkdfmtjapanese x-euc-jp");
        add("ISO-2022-JP", "iso-2022-jp csiso2022jp");
        add("windows-31j", "shift_jis shift-jis sjis x-sjis ms_kanji ms932 windows-31j csshiftjis");
        add(
                "x-windows-949",
                "euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601"
                        + " windows-949");
        add("UTF-16BE", "utf-16be unicodefffe");
        add("UTF-16LE", "utf-16le utf-16 unicode ucs-2 csunicode iso-10646-ucs-2 unicodefeff");
    }

    private CharsetLabels() {}

    private static void add(String name, String labels) {
        for (String label : labels.split(" ", -1)) {
            NAMES.put(label, name);
        }
    }

    /** The charset a label means; null for none that can be decoded. */
    public static @Nullable Charset find(String label) {
        String name = NAMES.get(label.strip().toLowerCase(Locale.ROOT));
        if (name == null) {
            return null;
        }
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException missing) {
            return null; // a runtime image without the extended charsets
        }
    }
}
