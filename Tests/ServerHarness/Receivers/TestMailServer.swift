// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// A mail server at the loopback address, without encryption, that records what it takes.
package final class TestMailServer: Sendable {
    package enum Behavior: Sendable {
        case accepting
        /// Asks for another attempt later.
        case deferring
        /// Knows no recipient.
        case refusing
        /// Takes a message and doesn't say so, as if it were slow, but answers when the message comes again.
        case holding
    }

    /// A message for a recipient, which is recorded before it is acknowledged.
    package struct Delivery: Hashable, Sendable {
        package let recipient: String
        package let message: String
        /// The value of ``TestMailServer/senderNumber`` at that time.
        package let senderNumber: Int

        package var messageID: String {
            let name = "message-id: "
            let line = message.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name) }
            return line.map { String($0.dropFirst(name.count)) } ?? ""
        }
    }

    private struct State: Sendable {
        var behavior: Behavior
        var senderNumber = 0
        var deliveries: [Delivery] = []
    }

    package let port: UInt16
    private let socket: LoopbackSocket
    private let state: Monitor<State>

    package init(_ behavior: Behavior = .accepting) throws {
        guard let socket = LoopbackSocket() else { throw POSIXError(.EADDRNOTAVAIL) }
        let state = Monitor(State(behavior: behavior))
        (self.socket, self.state, port) = (socket, state, socket.port)
        signal(SIGPIPE, SIG_IGN)
        Thread.detachNewThread {
            while case let connection = accept(socket.descriptor, nil, nil), connection >= 0 {
                Thread.detachNewThread { Conversation(on: connection, state: state).run() }
            }
        }
    }

    deinit {
        // Ends `accept`.
        shutdown(socket.descriptor, Int32(SHUT_RDWR))
    }

    package var deliveries: [Delivery] { state.read(\.deliveries) }

    /// Waits until a number of messages has arrived, and returns them; `nil` after a timeout.
    package func wait(for count: Int) -> [Delivery]? {
        state.wait { $0.deliveries.count >= count ? $0.deliveries : nil }
    }

    package func change(to behavior: Behavior) { state.update { $0.behavior = behavior } }

    /// Which of several servers sends from now on.
    package var senderNumber: Int {
        get { state.read(\.senderNumber) }
        set { state.update { $0.senderNumber = newValue } }
    }

    /// One connection, until the client ends it.
    private struct Conversation {
        private let connection: Int32
        private let state: Monitor<State>
        private var received: [UInt8] = []
        private var recipient = ""

        init(on connection: Int32, state: Monitor<State>) {
            self.connection = connection
            self.state = state
        }

        consuming func run() {
            defer { close(connection) }
            guard send("220 relay") else { return }
            while let line = read(upTo: "\r\n") {
                guard let answer = answer(to: line), send(answer) else { return }
            }
        }

        /// Returns `nil` if the connection has ended.
        private mutating func answer(to line: String) -> String? {
            switch line.prefix(4).uppercased() {
            case "RCPT":
                recipient = String(line.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" })
                switch state.read(\.behavior) {
                case .accepting, .holding: return "250 OK"
                case .deferring: return "451 Later"
                case .refusing: return "550 No such user here"
                }
            case "DATA":
                guard send("354 Go on"), let message = read(upTo: "\r\n.\r\n") else { return nil }
                return record(message) ? "250 Taken" : read(upTo: "\r\n")
            case "QUIT": return "221 Bye"
            default: return "250 OK"
            }
        }

        /// Returns whether the sender learns of it.
        private func record(_ message: String) -> Bool {
            var isAnswered = true
            state.update { state in
                let delivery = Delivery(recipient: recipient, message: message, senderNumber: state.senderNumber)
                let isNew = !state.deliveries.contains { $0.messageID == delivery.messageID }
                isAnswered = state.behavior != .holding || !isNew
                state.deliveries.append(delivery)
            }
            return isAnswered
        }

        /// Returns what was sent before the end, or `nil` if the connection ends.
        private mutating func read(upTo end: String) -> String? {
            let end = [UInt8](end.utf8)
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                if let range = received.firstRange(of: end) {
                    let text = String(decoding: received[..<range.lowerBound], as: UTF8.self)
                    received.removeSubrange(..<range.upperBound)
                    return text
                }
                let count = Foundation.read(connection, &buffer, buffer.count)
                guard count > 0 else { return nil }
                received += buffer[..<count]
            }
        }

        private func send(_ line: String) -> Bool {
            let text = line + "\r\n"
            return write(connection, text, text.utf8.count) == text.utf8.count
        }
    }
}
