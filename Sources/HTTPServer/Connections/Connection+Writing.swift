// SPDX-License-Identifier: Apache-2.0

import CLibuv

@available(macOS 15, *)
extension Connection {
    /// What happens once bytes have gone to the system.
    enum AfterWriting {
        case nothing
        case next
        case close
    }

    /// Sends the bytes, encrypted where TLS is spoken. One response at a time waits here: there is no queue to fill.
    func send(_ bytes: [UInt8], then next: AfterWriting) {
        guard let tls else { return write(bytes, then: next) }
        guard tls.send(bytes) else { return close() }
        if next == .close { tls.sendClosure() }
        write(tls.takeOutgoing(), then: next)
    }

    /// What TLS has to say on its own account: parts of the handshake, alerts. It is little, as records that bring no
    /// application data are counted (``EmptyRecordAllowance``).
    func flushTLS() {
        guard let bytes = tls?.takeOutgoing(), !bytes.isEmpty else { return }
        write(bytes, then: .nothing)
    }

    /// Tells a peer that speaks TLS that this end is no accident, if that can be said at once.
    func sendCloseNotify() {
        guard let tls, phase == .idle || phase == .head else { return }
        tls.sendClosure()
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
        if written == bytes.count { return hasWritten(then: next) }
        // Where the socket failed, it fails again.
        PendingWrite(bytes[max(written, 0)...], then: next, on: self).start()
    }

    fileprivate static func piece(_ buffer: UnsafeRawBufferPointer) -> uv_buf_t {
        // libuv takes the address as writable and does not write there.
        let address = UnsafeMutableRawPointer(mutating: buffer.baseAddress)
        return uv_buf_init(address?.assumingMemoryBound(to: CChar.self), UInt32(clamping: buffer.count))
    }

    fileprivate func hasWritten(then next: AfterWriting) {
        guard phase != .closed else { return }
        switch next {
        case .nothing: break
        case .next: responseIsWritten()
        case .close: linger()
        }
    }

    /// Ends our side and waits for the peer to end its own. Closing right away, with bytes of the peer unread, would
    /// make the system reset the connection, and the peer lose the response.
    private func linger() {
        guard !hasPeerEnded else { return close() }
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
        updateRest()
    }
}

/// Bytes that the system did not take at once.
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
            HandleData.take(request?.pointee.data, as: PendingWrite.self)?.hasEnded(status)
        }
        if status != 0 { HandleData.take(request.pointee.data, as: PendingWrite.self)?.hasEnded(status) }
    }

    private func hasEnded(_ status: Int32) {
        if status == 0 { connection.hasWritten(then: next) } else { connection.close() }
    }
}
