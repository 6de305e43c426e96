// SPDX-License-Identifier: Apache-2.0

import POSIX

/// The threads of a client's transfers, each of which starts when it is first needed.
final class TransferThreads: Sendable {
    private struct State {
        var threads: [TransferThread] = []
        /// The number of transfers on each thread.
        var loads: [Int] = []
        var isClosed = false
    }

    private let limit: Int
    private let state = Locked(State())

    /// - Parameter limit: The most threads. One is enough for exchanges during which libcurl never blocks.
    init(limit: Int) {
        self.limit = limit
    }

    /// Runs an exchange to its end, which comes early if the task is canceled.
    func run(_ exchange: any Exchange) async {
        let thread: TransferThread
        let place: Int
        do throws(TransferError) {
            (thread, place) = try take()
        } catch {
            return exchange.end(.failed(error))
        }
        let transfer = Transfer(exchange)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                transfer.whenEnded { continuation.resume() }
                thread.start(transfer)
            }
        } onCancel: {
            thread.cancel(transfer)
        }
        state.withLock { $0.loads[place] -= 1 }
    }

    /// Ends all transfers, and all later ones at once.
    func close() {
        let threads = state.withLock { state in
            state.isClosed = true
            return state.threads
        }
        for thread in threads { thread.stop() }
    }

    /// Returns a thread, which counts as used for one more transfer: an idle one, a new one, or the least used.
    private func take() throws(TransferError) -> (TransferThread, place: Int) {
        let found: Result<(TransferThread, Int), TransferError> = state.withLock { state in
            guard !state.isClosed else { return .failure(.closed) }
            var place = state.loads.indices.min { state.loads[$0] < state.loads[$1] }
            if state.threads.count < limit, place.map({ state.loads[$0] > 0 }) ?? true {
                do throws(TransferError) {
                    state.threads.append(try TransferThread(library: try CurlLibrary.load()))
                    state.loads.append(0)
                    place = state.threads.count - 1
                } catch {
                    return .failure(error)
                }
            }
            guard let place else { return .failure(.closed) }
            state.loads[place] += 1
            return .success((state.threads[place], place))
        }
        return try found.get()
    }
}
