package dev.gatehouse.servlet;

/**
 * The buffers that responses pass through.
 *
 * @param chunk for one chunk on its way to the container
 * @param held for a whole response that is held until it is complete
 */
record Buffers(BufferPool chunk, BufferPool held) {

    static Buffers create() {
        return new Buffers(new BufferPool(32 * 1024, 256), new BufferPool(128 * 1024, 64));
    }
}
