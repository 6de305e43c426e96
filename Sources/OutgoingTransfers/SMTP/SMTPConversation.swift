// SPDX-License-Identifier: Apache-2.0

/// What a relay has answered so far, and at which step. libcurl passes its lines, and tells when a message begins.
struct SMTPConversation {
    /// The steps to which a relay replies. libcurl sends them one by one, for one message on a connection.
    enum Step {
        /// From the greeting to the authentication.
        case preparation
        /// `MAIL FROM`
        case sender
        /// `RCPT TO`
        case recipient
        /// `DATA`
        case data
        /// The message itself.
        case message
        case leave
    }

    struct Reply {
        let step: Step
        let status: Int
        /// All lines in one, without controls.
        let text: String
    }

    /// The limit of all lines together, in bytes.
    private static let limit = 65_536

    /// The step that is to be replied to.
    private(set) var step = Step.preparation
    /// The last reply but that to the leave.
    private(set) var last: Reply?
    /// Whether the last reply is that to the message itself, and takes it over.
    private(set) var isAccepted = false
    private(set) var isAuthenticated = false
    private(set) var isTooLong = false
    private var count = 0
    private var lines: [String] = []

    /// Called when the connection is ready, before `MAIL FROM`.
    mutating func beginMessage() {
        if step == .preparation { step = .sender }
    }

    /// Returns whether the line is within the limits.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Bool {
        count += line.count
        guard count <= Self.limit else {
            isTooLong = true
            return false
        }
        let digits = line.prefix(3).map { Int($0) - 0x30 }
        guard digits.count == 3, digits.allSatisfy((0...9).contains) else { return true }
        lines.append(String(decoding: line.dropFirst(4), as: UTF8.self))
        // All lines but the last have a hyphen after the status.
        if line.dropFirst(3).first != UInt8(ascii: "-") { conclude(digits.reduce(0) { $0 * 10 + $1 }) }
        return true
    }

    private mutating func conclude(_ status: Int) {
        let reply = Reply(step: step, status: status, text: Self.text(of: lines))
        lines = []
        // What libcurl gets in answer to its leave says nothing about the message.
        guard step != .leave else { return }
        last = reply
        switch step {
        case .preparation: if status == 235 { isAuthenticated = true }
        case .sender: step = (200..<300).contains(status) ? .recipient : .leave
        case .recipient: step = (200..<300).contains(status) ? .data : .leave
        case .data: step = status == 354 ? .message : .leave
        case .message:
            isAccepted = (200..<300).contains(status)
            step = .leave
        case .leave: break
        }
    }

    /// Whether the relay has said all that it has to say about the message.
    var isOver: Bool { step == .leave }

    /// Joins lines without what a log or a terminal could be fooled with.
    private static func text(of lines: [String]) -> String {
        let words = lines.flatMap { line in
            line.unicodeScalars.split { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .privateUse,
                    .unassigned:
                    true
                default: false
                }
            }
        }
        var text = String.UnicodeScalarView()
        for word in words {
            if !text.isEmpty { text.append(" ") }
            text.append(contentsOf: word)
        }
        return String(text)
    }
}
