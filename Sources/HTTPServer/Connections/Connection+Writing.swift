// SPDX-License-Identifier: Apache-2.0

import CLibuv

@available(macOS 15, *)
extension Connection {
    /// The action after the kernel has taken all bytes of a write.
    enum AfterWriting {
        case nothing
        case next
        case close
    }

    /// Sends the bytes, encrypted if the connection uses TLS. At most one response is pending, so there is no write
    /// queue.
    func send(_ bytes: [UInt8], then next: AfterWriting) {
        guard let tls else { return write(bytes, then: next) }
        guard tls.send(bytes) else { return close() }
        if next == .close { tls.sendCloseNotify() }
        write(tls.takeOutgoing(), then: next)
    }

    /// Sends pending TLS handshake messages and alerts. Their number is bounded, because records without application
    /// data are limited by ``EmptyRecordAllowance``.
    func flushTLS() {
        guard let bytes = tls?.takeOutgoing(), !bytes.isEmpty else { return }
        write(bytes, then: .nothing)
    }

    /// Sends a TLS close_notify alert if no response is due and the socket takes it immediately.
    func sendCloseNotify() {
        guard let tls, phase == .idle || phase == .head else { return }
        tls.sendCloseNotify()
        tls.takeOutgoing().withUnsafeBytes { bytes in
            var piece = Self.piece(bytes)
            uv_try_write(CLibuv_stream(socket), &piece, 1)
        }
    }

    private func write(_ bytes: [UInt8], then next: AfterWriting) {
        let written = bytes.withUnsafeBytes { buffer -> Int in
            var piece = Self.piece(buffer)
            return Int(uv_try_write(CLibuv_stream(socket), &piece, 1))
        }
        if written == bytes.count { return didWrite(then: next) }
        // If the socket has failed, the asynchronous write reports the error.
        PendingWrite(bytes[max(written, 0)...], then: next, on: self).start()
    }

    fileprivate static func piece(_ buffer: UnsafeRawBufferPointer) -> uv_buf_t {
        // libuv declares the buffer as mutable but doesn't write to it.
        let address = UnsafeMutableRawPointer(mutating: buffer.baseAddress)
        return uv_buf_init(address?.assumingMemoryBound(to: CChar.self), UInt32(clamping: buffer.count))
    }

    fileprivate func didWrite(then next: AfterWriting) {
        guard phase != .closed else { return }
        switch next {
        case .nothing: break
        case .next: didWriteResponse()
        case .close: linger()
        }
    }

    /// Half-closes the connection and waits for the peer to close. Closing immediately with unread input would make the
    /// kernel reset the connection, and the peer could lose the response.
    private func linger() {
        guard !isInputClosed else { return close() }
        phase = .lingering
        abandonInput()
        setDeadline(server.configuration.deadlines.linger)
        let request = UnsafeMutablePointer<uv_shutdown_t>.allocate(capacity: 1)
        let status = uv_shutdown(request, CLibuv_stream(socket)) { request, _ in request?.deallocate() }
        guard status == 0 else {
            request.deallocate()
            return close()
        }
        isPaused = false
        updateReading()
        updateIdleState()
    }
}

/// A write that the kernel could not take immediately.
@available(macOS 15, *)
private final class PendingWrite {
    private let request = UnsafeMutablePointer<uv_write_t>.allocate(capacity: 1)
    private let bytes: UnsafeMutableRawBufferPointer
    private let next: Connection.AfterWriting
    private let connection: Connection

    init(_ rest: ArraySlice<UInt8>, then next: Connection.AfterWriting, on connection: Connection) {
        bytes = .allocate(byteCount: rest.count, alignment: 1)
        bytes.copyBytes(from: rest)
        self.next = next
        self.connection = connection
    }

    deinit {
        request.deallocate()
        bytes.deallocate()
    }

    func start() {
        request.pointee.data = HandleData.retaining(self)
        var piece = Connection.piece(UnsafeRawBufferPointer(bytes))
        let status = uv_write(request, CLibuv_stream(connection.socket), &piece, 1) { request, status in
            HandleData.take(request?.pointee.data, as: PendingWrite.self)?.didComplete(status: status)
        }
        guard status == 0 else {
            HandleData.take(request.pointee.data, as: PendingWrite.self)?.didComplete(status: status)
            return
        }
        count()
    }

    /// Counts the bytes, and closes the connections that have waited longest if there are too many.
    private func count() {
        let (loop, limit) = (connection.loop, connection.server.maximumUnsentBytesPerLoop)
        for entry in loop.unsentBytes.add(bytes.count, of: connection.entry, upTo: limit) {
            loop.connections[entry.number]?.close()
        }
    }

    private func didComplete(status: Int32) {
        connection.loop.unsentBytes.remove(bytes.count, of: connection.entry)
        if status == 0 { connection.didWrite(then: next) } else { connection.close() }
    }
}
