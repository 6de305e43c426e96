// SPDX-License-Identifier: Apache-2.0

import CCurl
import POSIX

/// The thread that runs all transfers of a client.
///
/// libcurl's multi interface waits for many sockets at once, so that a slow server holds no thread and no other
/// transfer. There are two exceptions, both in the protocol of mail: libcurl 7.88 waits for the answer to a message, and
/// for that to its leave, in the middle of a call (`smtp_done` and `smtp_disconnect`, which its source calls blocking).
final class TransferThread: @unchecked Sendable {
    private struct Orders {
        var started: [Transfer] = []
        var canceled: [Transfer] = []
        var isStopping = false
        /// Whether the thread still takes orders.
        var isRunning = true
    }

    /// The most idle connections that are kept for further transfers.
    private static let keptConnections = 8
    /// libcurl's own timers end the wait earlier.
    private static let longestWait: Int32 = 60_000
    private static let stackByteCount = 1 << 19

    private let library: CurlLibrary
    // Only the thread uses it, but for the wake-up, which is safe until the end of the thread.
    private let transfers: UnsafeMutableRawPointer
    private let sockets = OpenSockets()
    private let orders = Locked(Orders())
    /// Set once, before anything else has this value.
    private var thread: SystemThread?
    /// The running transfers, which only the thread knows.
    private var running: [UnsafeMutableRawPointer: Transfer] = [:]

    init(library: CurlLibrary) throws(TransferError) {
        guard let transfers = library.functions.pointee.multi_init() else {
            throw .libraryUnavailable(reason: "libcurl has no memory")
        }
        self.library = library
        self.transfers = transfers
        _ = thumbturn_curl_multi_set_long(library.functions, transfers, CURLMOPT_MAXCONNECTS, Self.keptConnections)
        do throws(TransferError) {
            try startThread()
        } catch {
            _ = library.functions.pointee.multi_cleanup(transfers)
            throw error
        }
    }

    /// Starts a transfer, or ends it at once if the thread is stopping.
    func start(_ transfer: Transfer) {
        let error: TransferError? = orders.withLock { orders in
            guard orders.isRunning, !orders.isStopping else { return .closed }
            guard !transfer.isCanceled.withLock({ $0 }) else { return .canceled }
            orders.started.append(transfer)
            wakeUp()
            return nil
        }
        if let error { transfer.end(.failed(error)) }
    }

    /// Ends a transfer. Does nothing if it has ended.
    func cancel(_ transfer: Transfer) {
        let isWaiting = orders.withLock { orders in
            guard orders.isRunning else { return false }
            transfer.isCanceled.withLock { $0 = true }
            orders.canceled.append(transfer)
            wakeUp()
            guard let place = orders.started.firstIndex(where: { $0 === transfer }) else { return false }
            orders.started.remove(at: place)
            return true
        }
        if isWaiting { transfer.end(.failed(.canceled)) }
        sockets.shutDown(of: transfer)
    }

    /// Ends all transfers and the thread, and waits for it: nothing on it takes long.
    func stop() {
        let isFirst = orders.withLock { orders in
            guard orders.isRunning, !orders.isStopping else { return false }
            orders.isStopping = true
            wakeUp()
            return true
        }
        guard isFirst else { return }
        sockets.shutDown()
        thread?.join()
    }

    /// Called in the lock, so that the handle exists.
    private func wakeUp() {
        _ = library.functions.pointee.multi_wakeup(transfers)
    }

    // MARK: On the thread

    private func work() {
        ignoreBrokenConnections()
        while takeOrders() {
            var count: Int32 = 0
            _ = library.functions.pointee.multi_perform(transfers, &count)
            endFinished()
            _ = library.functions.pointee.multi_poll(transfers, nil, 0, Self.longestWait, nil)
        }
        for (handle, transfer) in running { remove(transfer, handle, endingWith: .closed) }
        _ = library.functions.pointee.multi_cleanup(transfers)
    }

    /// Returns whether the thread continues.
    private func takeOrders() -> Bool {
        let taken = orders.withLock { orders in
            let taken = orders
            (orders.started, orders.canceled) = ([], [])
            if taken.isStopping { orders.isRunning = false }
            return taken
        }
        for transfer in taken.started {
            if taken.isStopping { transfer.end(.failed(.closed)) } else { begin(transfer) }
        }
        guard !taken.isStopping else { return false }
        if !taken.canceled.isEmpty {
            for (handle, transfer) in running where taken.canceled.contains(where: { $0 === transfer }) {
                remove(transfer, handle, endingWith: .canceled)
            }
        }
        return true
    }

    private func begin(_ transfer: Transfer) {
        guard !transfer.isCanceled.withLock({ $0 }) else { return transfer.end(.failed(.canceled)) }
        do throws(TransferError) {
            let handle = try transfer.open(with: library, sockets: sockets)
            guard library.functions.pointee.multi_add_handle(transfers, handle) == CURLM_OK else {
                transfer.close()
                throw .failed(reason: "libcurl can't start the transfer")
            }
            running[handle] = transfer
        } catch {
            transfer.end(.failed(error))
        }
    }

    private func endFinished() {
        var code = CURLE_OK
        while let handle = thumbturn_curl_next_ended(library.functions, transfers, &code) {
            guard let transfer = running[handle] else { continue }
            remove(transfer, handle, endingWith: interruption(of: transfer), or: code)
        }
    }

    /// The reason why the sockets of a transfer may have been shut down.
    private func interruption(of transfer: Transfer) -> TransferError? {
        if transfer.isCanceled.withLock({ $0 }) { return .canceled }
        return orders.withLock { $0.isStopping } ? .closed : nil
    }

    /// Ends a transfer with an error or, without one, with libcurl's result.
    private func remove(
        _ transfer: Transfer, _ handle: UnsafeMutableRawPointer, endingWith error: TransferError?,
        or code: CURLcode = CURLE_OK
    ) {
        running[handle] = nil
        // libcurl 7.88 ends a message even if its transfer is removed in the middle of it, so that a part would be
        // delivered (`smtp_done` ignores `premature`).
        if error != nil { sockets.shutDown(of: transfer) }
        _ = library.functions.pointee.multi_remove_handle(transfers, handle)
        if let error { transfer.end(.failed(error)) } else { transfer.finish(with: code) }
        transfer.close()
    }
}

// MARK: The thread itself

extension TransferThread {
    private func startThread() throws(TransferError) {
        do throws(SystemThread.NotStarted) {
            thread = try SystemThread(stackByteCount: Self.stackByteCount) { [self] in work() }
        } catch {
            throw .failed(reason: "no thread can be started: \(error.reason)")
        }
    }

    /// Writing to a connection that the other side has closed raises a signal, which OpenSSL doesn't prevent.
    private func ignoreBrokenConnections() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
