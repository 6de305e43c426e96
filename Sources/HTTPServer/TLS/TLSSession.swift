// SPDX-License-Identifier: Apache-2.0

import CLibssl

/// The TLS state of one connection. It works on memory buffers and does no I/O.
final class TLSSession {
    enum Progress {
        case open
        /// The peer has sent close_notify.
        case ended
        /// The input violates the protocol or can't be negotiated. An alert may be pending.
        case broken
    }

    /// Retained for the server name callback, which selects the certificate.
    private let context: TLSContext
    private let session: OpaquePointer
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer
    private(set) var isEstablished = false
    private var boundary = RecordBoundary()
    private var allowance = EmptyRecordAllowance()
    /// Whether the current record contains application data or belongs to the handshake.
    private var isRecordUseful = false

    init?(_ context: TLSContext) {
        guard let session = SSL_new(context.handle) else {
            ERR_clear_error()
            return nil
        }
        guard let incoming = CLibssl_memory(), let outgoing = CLibssl_memory() else {
            SSL_free(session)
            ERR_clear_error()
            return nil
        }
        self.context = context
        self.session = session
        self.incoming = incoming
        self.outgoing = outgoing
        // Transfers ownership of both BIOs to the session.
        SSL_set_bio(session, incoming, outgoing)
        SSL_set_accept_state(session)
    }

    deinit {
        SSL_free(session)
    }

    /// Decrypts received bytes record by record and passes the plaintext to `use`. Returns `broken` if the peer sends
    /// too many records without application data.
    /// - Parameter now: the current time of a monotonic clock, in milliseconds.
    func receive(
        _ bytes: UnsafeRawBufferPointer,
        at now: UInt64,
        through buffer: UnsafeMutableRawBufferPointer,
        use: (UnsafeRawBufferPointer) -> Void
    ) -> Progress {
        var rest = bytes
        while !rest.isEmpty {
            let (count, isComplete) = boundary.advance(over: rest)
            let part = UnsafeRawBufferPointer(rebasing: rest[..<count])
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            guard BIO_write(incoming, part.baseAddress, Int32(clamping: count)) == count else { return .broken }
            if let end = readRecord(through: buffer, use: use) { return end }
            guard isComplete else { continue }
            guard isRecordUseful || allowance.take(at: now) else { return .broken }
            isRecordUseful = false
        }
        return .open
    }

    /// Processes the buffered input. Returns `nil` while the session is open.
    private func readRecord(
        through buffer: UnsafeMutableRawBufferPointer, use: (UnsafeRawBufferPointer) -> Void
    ) -> Progress? {
        if !isEstablished {
            isRecordUseful = true
            let status = SSL_do_handshake(session)
            guard status == 1 else { return terminalProgress(after: status) }
            isEstablished = true
        }
        while true {
            let count = SSL_read(session, buffer.baseAddress, Int32(clamping: buffer.count))
            guard count > 0 else { return terminalProgress(after: count) }
            isRecordUseful = true
            use(UnsafeRawBufferPointer(rebasing: buffer[..<Int(count)]))
        }
    }

    private func terminalProgress(after status: Int32) -> Progress? {
        let progress = progress(after: status)
        return progress == .open ? nil : progress
    }

    /// Encrypts the bytes for ``takeOutgoing()``. Returns `false` on failure.
    func send(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let rest = buffer[sent...]
                let count = SSL_write(
                    session,
                    UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                    Int32(clamping: rest.count)
                )
                guard count > 0 else {
                    ERR_clear_error()
                    return false
                }
                sent += Int(count)
            }
            return true
        }
    }

    /// Queues a close_notify alert, if the handshake has completed.
    func sendCloseNotify() {
        SSL_shutdown(session)
        ERR_clear_error()
    }

    /// Removes and returns the encrypted bytes to send to the peer.
    func takeOutgoing() -> [UInt8] {
        let count = CLibssl_pending(outgoing)
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            written = max(0, Int(BIO_read(outgoing, buffer.baseAddress, Int32(clamping: count))))
        }
    }

    private func progress(after status: Int32) -> Progress {
        let error = SSL_get_error(session, status)
        ERR_clear_error()
        switch error {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .open
        case SSL_ERROR_ZERO_RETURN: return .ended
        default: return .broken
        }
    }
}
