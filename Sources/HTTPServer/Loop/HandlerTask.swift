// SPDX-License-Identifier: Apache-2.0

/// A task that runs the handler for one request after another, of any connection of its loop.
///
/// Creating and ending a task costs as much as the rest of a small request, so a task waits for the next request
/// instead.
///
/// `@unchecked Sendable` because its state is confined to its loop's thread: the task leaves it only after the loop has
/// stopped, and then ends without a look at the state.
@available(macOS 15, *)
final class HandlerTask: @unchecked Sendable {
    private let loop: EventLoop
    private var task: Task<Void, Never>?
    /// The connection whose request is next; `nil` ends the task.
    private var connection: Connection?
    private var waiting: UnsafeContinuation<Void, Never>?

    init(on loop: EventLoop) {
        self.loop = loop
    }

    /// Runs the handler for the connection's current request. The task must be new or idle.
    func run(for connection: Connection) {
        self.connection = connection
        if task == nil {
            task = Task(executorPreference: loop) { await self.runHandlers() }
        } else {
            resume()
        }
    }

    /// Cancels the running handler. Afterwards, the task ends.
    func cancel() {
        task?.cancel()
    }

    /// Ends an idle task.
    func end() {
        resume()
    }

    private func resume() {
        waiting?.resume()
        waiting = nil
    }

    private nonisolated(nonsending) func runHandlers() async {
        while await handleRequest() {
            // A canceled task stays canceled, so that it can't run another handler.
            guard !Task.isCancelled, loop.handlerTasks.hasRoom else { return }
            await withUnsafeContinuation { continuation in
                waiting = continuation
                loop.handlerTasks.append(self)
            }
        }
    }

    /// Runs the handler for the next request. Returns `false` if there is none.
    ///
    /// It is a function of its own, so that an idle task keeps no connection in memory.
    private nonisolated(nonsending) func handleRequest() async -> Bool {
        guard let next = connection else { return false }
        connection = nil
        await next.respond()
        return true
    }
}

/// The idle handler tasks of an event loop.
@available(macOS 15, *)
struct HandlerTasks {
    /// The number of idle tasks that are kept. A task keeps the memory of its largest handler, some kilobytes.
    private static let limit = 64

    private var idle: [HandlerTask] = []

    /// Returns a task that is idle or new.
    mutating func take(for loop: EventLoop) -> HandlerTask {
        idle.popLast() ?? HandlerTask(on: loop)
    }

    /// Whether one more idle task is kept.
    var hasRoom: Bool { idle.count < Self.limit }

    mutating func append(_ task: HandlerTask) {
        idle.append(task)
    }

    /// Ends the idle tasks.
    mutating func end() {
        for task in idle { task.end() }
        idle = []
    }
}
