// SPDX-License-Identifier: Apache-2.0

import Foundation
import POSIX
import ServerHarness
import TestSupport
import Testing

/// A mail relay at the loopback address that follows a script and records what it receives.
final class TestRelay: Sendable {
    /// What a client sent on a connection.
    struct Record: Sendable {
        var commands: [String] = []
        /// The commands that were not encrypted.
        var plainCommands: [String] = []
        /// What it sent to authenticate, decoded.
        var answers: [String] = []
        /// The message with its escaped dots, if it was complete.
        var message: [UInt8]?
        /// What came after a relay's action that ends the script.
        var rest: [UInt8] = []
        /// Whether the relay, which stalled, waited in vain for the client to leave.
        var hasGivenUp = false
        var isAuthenticated = false
        var isOver = false

        var text: String? { message.map { String(decoding: $0, as: UTF8.self) } }
    }

    private struct State {
        var records: [Record] = []
        var connections: [Int32?] = []
        var threads: [SystemThread] = []
    }

    private let socket: LoopbackSocket
    private let state = Monitor(State())
    private let script: @Sendable (_ number: Int) -> RelayScript

    private init(_ script: @escaping @Sendable (_ number: Int) -> RelayScript) throws {
        let socket = try #require(LoopbackSocket())
        self.socket = socket
        self.script = script
    }

    /// Runs a relay while a body runs, and ends its threads. Connections have numbers beginning at 1.
    static func running<Result>(
        _ script: @escaping @Sendable (_ number: Int) -> RelayScript, _ body: (TestRelay) async throws -> Result
    ) async throws -> Result {
        signal(SIGPIPE, SIG_IGN)
        let relay = try TestRelay(script)
        let acceptance = try SystemThread { relay.accept() }
        defer {
            shutdown(relay.socket.descriptor, Int32(SHUT_RDWR))
            acceptance.join()
            relay.state.update { state in
                for connection in state.connections { _ = connection.map { shutdown($0, Int32(SHUT_RDWR)) } }
            }
            for thread in relay.state.read(\.threads) { thread.join() }
        }
        return try await body(relay)
    }

    static func running<Result>(
        _ script: RelayScript = RelayScript(), _ body: (TestRelay) async throws -> Result
    ) async throws -> Result {
        try await running({ _ in script }, body)
    }

    var port: UInt16 { socket.port }
    var records: [Record] { state.read(\.records) }

    /// Returns the record of a connection when it is over; `nil` after a timeout.
    func record(_ number: Int = 1) -> Record? {
        state.wait { state in
            guard state.records.count >= number, state.records[number - 1].isOver else { return nil }
            return state.records[number - 1]
        }
    }

    /// Waits until a connection has come to a command; returns whether that happened in time.
    func receives(_ command: String, on number: Int = 1) async -> Bool {
        await eventually {
            state.read { $0.records.count >= number && $0.records[number - 1].commands.contains(command) }
        }
    }

    // MARK: On the threads

    private func accept() {
        while true {
            let connection = POSIX.accept(socket.descriptor, nil, nil)
            guard connection >= 0 else { return }
            var number = 0
            state.update { state in
                state.records.append(Record())
                state.connections.append(connection)
                number = state.records.count
            }
            let thread = try? SystemThread { [number] in self.serve(connection, number: number) }
            state.update { state in
                if let thread { state.threads.append(thread) }
            }
        }
    }

    private func serve(_ connection: Int32, number: Int) {
        let conversation = RelayConversation(RelayWire(connection), script(number)) { change in
            self.state.update { change(&$0.records[number - 1]) }
        }
        conversation.run()
        state.update { state in
            state.connections[number - 1] = nil
            close(connection)
            state.records[number - 1].isOver = true
        }
    }
}
