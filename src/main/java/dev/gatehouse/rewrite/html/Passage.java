package dev.gatehouse.rewrite.html;

/** What may stand between two tags, and how it is read (HTML standard, 13.2.5). */
enum Passage {
    /** Ordinary text, in which tags are looked for. */
    TEXT,
    /** Text with character references that only its own end tag ends: {@code <title>}, {@code <textarea>}. */
    ESCAPABLE_TEXT,
    /** Text that only its own end tag ends: {@code <style>}, {@code <xmp>} and others. */
    RAW_TEXT,
    /** The text of a script, which hides its own end tag within {@code <!--<script>}. */
    SCRIPT,
    /** Text to the end of the page. */
    PLAINTEXT,
    /** {@code <![CDATA[...]]>} in SVG and MathML. */
    CDATA,
    /** {@code <!--...-->}. */
    COMMENT,
    /** Anything else that begins with {@code <!}, {@code <?} or {@code </} and is no tag. */
    BOGUS_COMMENT,
    /** {@code <!doctype ...>}. */
    DOCTYPE
}
