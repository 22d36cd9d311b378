package dev.gatehouse.servlet;

import dev.gatehouse.body.BodySource;
import dev.gatehouse.forward.ClientHead;
import dev.gatehouse.forward.ClientSide;
import dev.gatehouse.http.Fields;
import dev.gatehouse.net.IpAddress;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client's end of one exchange in a servlet container.
 *
 * <p>A response takes one of three ways, chosen when its head is known, because each container pays dearly for a
 * different thing:
 *
 * <ul>
 *   <li><em>buffered</em>: it fits the container's own buffer, is written there without a listener and leaves with
 *       completion. The cheapest; safe only as long as it fits.
 *   <li><em>held</em> (Tomcat): it is kept here until complete and then written on a container thread in one go.
 *   <li><em>streamed</em>: through a write listener.
 * </ul>
 *
 * <p>The first two turn into the third when the upstream pauses for longer than a moment ({@link #hurry()}).
 *
 * <p>Threads: one caller at a time, any thread; the container's callbacks only pass a signal on.
 */
final class ContainerClient implements ClientSide, WriteListener, AsyncListener {

    private static final Logger LOG = LoggerFactory.getLogger(ContainerClient.class);

    /** The longest response that Jetty buffers. */
    private static final int JETTY_BUFFERED_BYTES = 128 * 1024;

    /** The longest response that Tomcat buffers: the kernel takes that much at once. */
    private static final int TOMCAT_BUFFERED_BYTES = 16 * 1024;

    /**
     * How much a write to Tomcat is, at most. What a write leaves in the buffer of the socket makes Tomcat not ready until
     * its poller has been round, though the kernel would take it at once. So no write exceeds the buffer in front of that
     * one, and what fills it is flushed.
     */
    private static final int TOMCAT_PIECE_BYTES = 32 * 1024;

    /** Stands for a peer without an address; no connection has it. */
    private static final IpAddress NO_ADDRESS = Objects.requireNonNull(IpAddress.parse("::"));

    /** How the response travels. */
    private enum Way {
        UNDECIDED,
        BUFFERED,
        HELD,
        STREAMED
    }

    private final Container container;
    private final Buffers buffers;
    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final boolean hasHttp2Client;
    private @Nullable RequestBodySource upload;
    private final SocketKey socket;
    private final CallGate gate = new CallGate();
    private AsyncContext async;
    private @Nullable ServletOutputStream out;
    private Way way = Way.UNDECIDED;
    private byte @Nullable [] held;
    private byte @Nullable [] chunk;

    /** What was taken and is not with the container: the bytes from {@link #waitingFrom} to before {@link #waitingTo}. */
    private byte @Nullable [] waiting;

    private int waitingFrom;
    private int waitingTo;

    /** How much may be written before it must be flushed, and how much has been written since. */
    private int pieceBytes = Integer.MAX_VALUE;

    private int pieceWritten;
    private boolean unflushed;

    /** Set by whoever reaches the container's thread, read by whoever writes. */
    private volatile boolean listening;

    private volatile boolean broken;
    private volatile @Nullable Signals signals;

    /** Makes the request asynchronous; call on the container's thread. */
    ContainerClient(Container container, Buffers buffers, HttpServletRequest request, HttpServletResponse response) {
        this.container = container;
        this.buffers = buffers;
        this.request = request;
        this.response = response;
        this.hasHttp2Client = ServletRequestHead.isHttp2(request);
        IpAddress peer = Visitor.peer(request);
        this.socket = new SocketKey(
                request.getLocalPort(), request.getRemotePort(), peer == null ? NO_ADDRESS : peer.unmapped());
        this.async = start(request, response);
    }

    private AsyncContext start(HttpServletRequest asyncRequest, HttpServletResponse asyncResponse) {
        AsyncContext started = asyncRequest.startAsync(asyncRequest, asyncResponse);
        started.setTimeout(0); // the container's own would cut every stream at 30 s
        started.addListener(this);
        return started;
    }

    /** The connection that the client came by. */
    SocketKey socket() {
        return socket;
    }

    /** The client's connection is no longer there, though the container has not noticed. */
    void leftSilently() {
        Signals listener = signals;
        if (listener != null) {
            listener.clientGone(new IOException("the client closed its connection"));
        }
    }

    @Override
    public void listen(Signals listener) {
        signals = listener;
        if (container == Container.OTHER) {
            streamFromTheStart();
        }
    }

    private void streamFromTheStart() {
        way = Way.STREAMED;
        output().setWriteListener(this);
        listening = true;
    }

    @Override
    public BodySource body() {
        try {
            gate.enter();
        } catch (IOException ended) {
            throw new UncheckedIOException(ended);
        }
        try {
            if (container == Container.TOMCAT) {
                // a dispatch would make Tomcat forget who reads, and the rest of the upload with it
                streamFromTheStart();
            }
            RequestBodySource source =
                    new RequestBodySource(request.getInputStream(), request.getContentLengthLong(), signals(), gate);
            upload = source;
            return source;
        } catch (IOException broke) {
            throw new UncheckedIOException(broke);
        } finally {
            gate.exit();
        }
    }

    @Override
    public void earlyHints(Fields fields) {
        if (gate.tryEnter()) {
            try {
                ResponseHead.earlyHints(response, fields);
            } finally {
                gate.exit();
            }
        }
    }

    @Override
    public void begin(ClientHead head) {
        if (gate.tryEnter()) { // where not, the first look at whether it is writable says so
            try {
                open(head);
            } finally {
                gate.exit();
            }
        }
    }

    private void open(ClientHead head) {
        ResponseHead.write(head, request, response, container);
        announceClose(head.status());
        unflushed = true; // the head, if nothing else
        if (way == Way.UNDECIDED) {
            way = choose(head);
        }
        if (way == Way.BUFFERED) {
            reserve(head);
            return;
        }
        if (head.hasBody() && container == Container.TOMCAT && !hasHttp2Client) {
            ResponseHead.reserve(response, TOMCAT_PIECE_BYTES - 1);
            pieceBytes = response.getBufferSize();
        }
        if (way == Way.STREAMED && !listening) {
            stream();
        }
    }

    /**
     * Jetty closes a connection whose upload is not over when the answer is; the client shall know of it before. An answer
     * that is no error may come while the upload goes on, and end after it.
     */
    private void announceClose(int status) {
        RequestBodySource source = upload;
        if (container == Container.JETTY && status >= 400 && source != null && !hasHttp2Client && !source.isOver()) {
            response.setHeader("Connection", "close"); // RFC 9112, section 9.6
        }
    }

    private Way choose(ClientHead head) {
        long length = head.hasBody() ? head.length() : 0;
        if (length < 0) {
            return Way.STREAMED;
        }
        if (container == Container.JETTY) {
            return length <= JETTY_BUFFERED_BYTES ? Way.BUFFERED : Way.STREAMED;
        }
        if (length == 0 || !hasHttp2Client && length <= TOMCAT_BUFFERED_BYTES) {
            return Way.BUFFERED;
        }
        return !hasHttp2Client && length <= buffers.held().bytes() ? Way.HELD : Way.STREAMED;
    }

    /** The buffer must hold all of the body, or the write that fills it blocks. */
    private void reserve(ClientHead head) {
        if (head.hasBody()) {
            ResponseHead.reserve(response, (int) head.length());
        }
    }

    /** From here on the response is written through a listener. */
    private void stream() {
        way = Way.STREAMED;
        if (container == Container.JETTY) {
            listening = true;
            output().setWriteListener(this); // may be set anywhere; its call comes on a container thread
        } else {
            async.dispatch(); // goes on in onDispatch
        }
    }

    /**
     * The container has called us again on a thread of its own, as {@link AsyncContext#dispatch} asked for.
     *
     * @throws IOException to make the container cut the connection
     */
    void onDispatch(HttpServletRequest dispatched, HttpServletResponse dispatchedResponse) throws IOException {
        if (broken) {
            sendWhatThereIs();
            throw BrokenResponse.create();
        }
        async = start(dispatched, dispatchedResponse);
        output().setWriteListener(this);
        listening = true;
        signals().writable();
    }

    /** A response that was still held when it broke: the client shall see its head, then the break. */
    private void sendWhatThereIs() throws IOException {
        byte[] bytes = waiting;
        if (bytes != null && !response.isCommitted()) {
            int count = waitingTo - waitingFrom;
            output().write(bytes, waitingFrom, count); // blocking, but the kernel takes that much at once
        }
        response.flushBuffer();
    }

    @Override
    public boolean isWritable() throws IOException {
        gate.enter();
        try {
            return takesMore();
        } finally {
            gate.exit();
        }
    }

    private boolean takesMore() throws IOException {
        if (way != Way.STREAMED) {
            return true;
        }
        return listening && output().isReady() && (waiting == null || passOn() && output().isReady());
    }

    /** Writes what waits, as far as the container takes it; only when it is ready. Whether nothing waits any more. */
    private boolean passOn() throws IOException {
        byte[] bytes = waiting;
        while (bytes != null) {
            writePiece(bytes);
            if (waitingFrom == waitingTo) {
                waiting = null;
                return true;
            }
            if (!output().isReady()) {
                return false;
            }
        }
        return true;
    }

    private void writePiece(byte[] bytes) throws IOException {
        int count = Math.min(waitingTo - waitingFrom, pieceBytes - pieceWritten);
        output().write(bytes, waitingFrom, count);
        waitingFrom += count;
        pieceWritten += count;
        unflushed = true;
        if (pieceWritten == pieceBytes) {
            flush();
        }
    }

    private void flush() throws IOException {
        unflushed = false;
        pieceWritten = 0;
        output().flush();
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
        gate.enter();
        try {
            put(bytes);
        } finally {
            gate.exit();
        }
    }

    private void put(ByteBuffer bytes) throws IOException {
        if (way == Way.HELD) {
            hold(bytes);
            return;
        }
        // A copy of our own: a container may go on reading from the array until it is writable again.
        int count = bytes.remaining();
        byte[] copy = chunkBuffer(count);
        bytes.get(copy, 0, count);
        waiting = copy;
        waitingFrom = 0;
        waitingTo = count;
        if (passOn() && container == Container.TOMCAT) {
            giveBackChunk(); // it never goes on reading, and a stream that idles shall hold one buffer and not two
        }
    }

    private byte[] chunkBuffer(int count) {
        byte[] known = chunk;
        if (known == null || known.length < count) {
            known = count <= buffers.chunk().bytes() ? buffers.chunk().take() : new byte[count];
            chunk = known;
        }
        return known;
    }

    private void hold(ByteBuffer bytes) {
        byte[] buffer = held;
        if (buffer == null) {
            buffer = buffers.held().take();
            held = buffer;
            waiting = buffer;
        }
        int count = bytes.remaining();
        bytes.get(buffer, waitingTo, count); // fits: the length was announced, and no upstream may exceed it
        waitingTo += count;
    }

    @Override
    public boolean pause() throws IOException {
        gate.enter();
        try {
            return sendOn();
        } finally {
            gate.exit();
        }
    }

    private boolean sendOn() throws IOException {
        if (way != Way.STREAMED) {
            return true;
        }
        if (unflushed) {
            flush();
        }
        return false;
    }

    @Override
    public void hurry() throws IOException {
        gate.enter();
        try {
            if (way != Way.STREAMED) {
                unflushed = true;
                stream();
                if (takesMore()) {
                    sendOn();
                }
            }
        } finally {
            gate.exit();
        }
    }

    @Override
    public boolean finish() throws IOException {
        gate.enter();
        try {
            return complete();
        } finally {
            gate.exit();
        }
    }

    private boolean complete() throws IOException {
        if (way == Way.HELD) {
            stream(); // on to a container thread, which writes all of it
            return false;
        }
        if (way == Way.STREAMED && !drained()) {
            return false;
        }
        giveBack(); // nothing of them is still being written
        gate.end(this::completeAsync);
        return true;
    }

    private void giveBack() {
        giveBackChunk();
        byte[] whole = held;
        if (whole != null) {
            buffers.held().giveBack(whole);
        }
    }

    private void giveBackChunk() {
        byte[] copy = chunk;
        if (copy != null) {
            chunk = null;
            buffers.chunk().giveBack(copy);
        }
    }

    /** Tomcat's completion would write what is left blocking; Jetty's does not. */
    private boolean drained() throws IOException {
        if (!takesMore()) {
            return false;
        }
        if (container != Container.JETTY && unflushed) {
            flush();
            return output().isReady();
        }
        return true;
    }

    @Override
    public void breakOff() {
        broken = true; // before anything is dispatched: the dispatched call looks at it
        if (gate.tryEnter()) {
            try {
                showBreak();
            } finally {
                gate.exit();
            }
        }
    }

    private void showBreak() {
        try {
            if (way != Way.STREAMED) {
                stream();
            }
            if (container == Container.JETTY && unflushed && takesMore()) {
                output().flush(); // the client shall see what there was, then the break
            }
        } catch (IOException gone) {
            LOG.debug("the client left a response that was about to be broken off", gone);
        }
        cut();
    }

    /** Ends the response so that every client sees it is broken (see the findings on truncation in the README). */
    private void cut() {
        try {
            if (container == Container.JETTY) {
                response.sendError(-1); // Jetty's word for "abort the connection or stream"
                async.complete();
            } else if (listening) {
                async.dispatch(); // the dispatched call throws, which only a container thread may do with effect
            }
        } catch (IOException | IllegalStateException | UnsupportedOperationException over) { // the last: while it stops
            LOG.debug("the container had ended a response before it was cut", over);
        }
    }

    @Override
    public void abandon() {
        broken = true;
        gate.end(this::completeAsync);
    }

    private void completeAsync() {
        try {
            async.complete();
        } catch (IllegalStateException over) {
            LOG.debug("the container had ended the request by itself", over); // its client left, or it is stopping
        }
    }

    private ServletOutputStream output() {
        ServletOutputStream known = out;
        if (known == null) {
            try {
                known = response.getOutputStream();
            } catch (IOException broke) {
                throw new UncheckedIOException(broke);
            }
            out = known;
        }
        return known;
    }

    private Signals signals() {
        return Objects.requireNonNull(signals);
    }

    // Callbacks of the container

    @Override
    public void onWritePossible() {
        signals().writable();
    }

    @Override
    public void onError(Throwable cause) {
        signals().clientGone(cause);
    }

    @Override
    public void onError(AsyncEvent event) {
        containerEnds();
        Signals listener = signals;
        if (listener != null && !broken) {
            Throwable cause = event.getThrowable();
            listener.clientGone(cause == null ? new IOException("the container reports an error") : cause);
        }
    }

    /** From here on its objects are the container's again, which Tomcat gives to the next request; Jetty has new ones. */
    private void containerEnds() {
        if (container != Container.JETTY) {
            gate.close();
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        containerEnds();
    }

    @Override
    public void onTimeout(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
}
