// SPDX-License-Identifier: Apache-2.0

import POSIX

/// A client for the servers that an operator configures.
///
/// It verifies certificates, follows no redirect and ignores the environment's proxies. All transfers run on one
/// thread, which starts with the first.
package final class OutgoingHTTPClient: Sendable {
    package struct Options: Hashable, Sendable {
        /// Whether plain HTTP is allowed besides HTTPS.
        package var allowsPlainHTTP = false
        /// A file with the trusted certificates as PEM; `nil` for those of the system.
        package var trustedCertificates: String?
        /// The address of each host, in place of what the system's resolver says; `nil` to ask it.
        package var addresses: [String: String]?
        package var userAgent: String

        package init(userAgent: String) {
            self.userAgent = userAgent
        }
    }

    private enum State {
        case idle
        case running(TransferThread)
        case closed
    }

    private let options: Options
    private let state = Locked(State.idle)

    package init(_ options: Options) {
        self.options = options
    }

    deinit {
        close()
    }

    /// Sends a request and returns the response, whatever its status. Ends early if the task is canceled.
    package func send(_ request: OutgoingHTTPRequest) async throws(TransferError) -> OutgoingHTTPResponse {
        let thread = try thread()
        let transfer = Transfer(request, options: options)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                transfer.whenEnded { continuation.resume() }
                thread.start(transfer)
            }
        } onCancel: {
            thread.cancel(transfer)
        }
        return try transfer.result.get()
    }

    /// Ends all transfers, and all later ones at once.
    package func close() {
        let last = state.withLock { state in
            defer { state = .closed }
            return state
        }
        if case .running(let thread) = last { thread.stop() }
    }

    private func thread() throws(TransferError) -> TransferThread {
        let found: Result<TransferThread, TransferError> = state.withLock { state in
            switch state {
            case .closed: return .failure(.closed)
            case .running(let thread): return .success(thread)
            case .idle:
                do throws(TransferError) {
                    let thread = try TransferThread(library: try CurlLibrary.load())
                    state = .running(thread)
                    return .success(thread)
                } catch {
                    return .failure(error)
                }
            }
        }
        return try found.get()
    }
}
