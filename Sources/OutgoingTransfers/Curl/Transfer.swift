// SPDX-License-Identifier: Apache-2.0

import CCurl
import POSIX

/// One exchange on its way. After its start, only the thread of the transfers uses it, but for its cancellation.
final class Transfer: @unchecked Sendable {
    let isCanceled = Locked(false)
    private let exchange: any Exchange
    private let completion = Locked<(isEnded: Bool, resume: (@Sendable () -> Void)?)>((false, nil))
    /// Set while it runs.
    private var handle: CurlHandle?
    private var sockets: OpenSockets?

    init(_ exchange: any Exchange) {
        self.exchange = exchange
    }

    /// Must be called before the start.
    func whenEnded(_ resume: @escaping @Sendable () -> Void) {
        completion.withLock { $0.resume = resume }
    }

    /// Tells the exchange how it ended, once.
    func end(_ ending: TransferEnding) {
        let (isFirst, resume) = completion.withLock { completion in
            defer { completion.isEnded = true }
            return (!completion.isEnded, completion.resume)
        }
        guard isFirst else { return }
        exchange.end(ending)
        resume?()
    }

    /// Ends it with libcurl's result.
    func finish(with code: CURLcode) {
        if let handle { end(.finished(handle, code)) }
    }

    // MARK: The handle

    /// Returns libcurl's handle with everything set.
    func open(with library: CurlLibrary, sockets: OpenSockets) throws(TransferError) -> UnsafeMutableRawPointer {
        let handle = try CurlHandle(library: library)
        try setCalls(of: handle, sockets: sockets)
        try exchange.prepare(handle)
        (self.handle, self.sockets) = (handle, sockets)
        return handle.pointer
    }

    /// Frees the handle, which must have left the thread's transfers.
    func close() {
        handle = nil
        sockets?.release(of: self)
    }

    private func setCalls(of handle: CurlHandle, sockets: OpenSockets) throws(TransferError) {
        let (curl, pointer) = (handle.functions, handle.pointer)
        let context = Unmanaged.passUnretained(self).toOpaque()
        for option in [
            CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_OPENSOCKETDATA, CURLOPT_PREREQDATA,
            CURLOPT_XFERINFODATA,
        ] {
            try handle.set(option, to: context)
        }
        // A kept connection is closed after its transfer.
        try handle.set(CURLOPT_CLOSESOCKETDATA, to: Unmanaged.passUnretained(sockets).toOpaque())
        try handle.require(
            thumbturn_curl_set_sink(curl, pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                Transfer.of(context)?.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
            })
        try handle.require(
            thumbturn_curl_set_sink(curl, pointer, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                Transfer.of(context)?.takeHead(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
            })
        try handle.require(
            thumbturn_curl_set_sink(curl, pointer, CURLOPT_READFUNCTION) { bytes, size, count, context in
                let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
                return Transfer.of(context)?.exchange.provideUpload(into: buffer) ?? 0
            })
        try handle.require(
            thumbturn_curl_set_opening(curl, pointer) { context, _, address in
                guard let transfer = Transfer.of(context), let address else { return OpenSockets.none }
                return transfer.openSocket(to: address, in: transfer.sockets)
            })
        try handle.require(
            thumbturn_curl_set_closing(curl, pointer) { context, socket in
                guard let context else { return -1 }
                return Unmanaged<OpenSockets>.fromOpaque(context).takeUnretainedValue().close(socket)
            })
        try handle.require(
            thumbturn_curl_set_readiness(curl, pointer) { context, _, _, _, _ in
                Transfer.of(context)?.exchange.begin() == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
            })
        try handle.require(
            thumbturn_curl_set_progress(curl, pointer) { context, _, _, _, _ in
                Transfer.of(context)?.stopReadingIfAnswered()
                return 0
            })
    }

    /// libcurl takes leave of a mail server, and waits for two minutes for its answer while the thread stands still. It
    /// finds the end of the input instead.
    private func stopReadingIfAnswered() {
        if exchange.isAnswered { sockets?.shutDown(of: self, Int32(SHUT_RD)) }
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: What libcurl calls

    private func openSocket(
        to address: UnsafeMutablePointer<curl_sockaddr>, in sockets: OpenSockets?
    ) -> curl_socket_t {
        guard let sockets, exchange.allows(IPAddress(address)) else { return OpenSockets.none }
        return sockets.open(address, for: self)
    }

    /// Returns the number of bytes that were taken. Any other than their number ends the transfer.
    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        exchange.takeBody(bytes) ? bytes.count : 0
    }

    private func takeHead(_ line: UnsafeRawBufferPointer) -> Int {
        guard exchange.takeHead(line) else { return 0 }
        stopReadingIfAnswered()
        return line.count
    }
}

extension IPAddress {
    fileprivate init?(_ address: UnsafePointer<curl_sockaddr>) {
        let bytes = [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
            count = buffer.baseAddress.map { thumbturn_curl_address(address, $0) } ?? 0
        }
        self.init(bytes)
    }
}
