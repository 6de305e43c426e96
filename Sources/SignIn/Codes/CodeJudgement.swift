// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import IdentityModel
import WireFormats

/// A code as it was entered, with what tells which one is meant.
package struct EnteredCode: Sendable {
    /// Which code is meant.
    package enum Reference: Sendable {
        /// The newest that the client had sent to the address.
        case newest(for: SentCode.Address)
        case id(SentCode.ID)
    }

    package let text: String
    package let reference: Reference
    package let purpose: SentCode.Purpose
    package let client: String
    package let host: String
    /// The digest of the browser's cookie, on the server's own pages.
    package let browser: [UInt8]?
    package let sender: RequestSender

    package init(
        _ text: String, of reference: Reference, for purpose: SentCode.Purpose, client: String, at host: String,
        in browser: [UInt8]? = nil, by sender: RequestSender
    ) {
        // People type what they read, in groups.
        self.text = String(text.unicodeScalars.filter { !" -\u{A0}\u{2009}\u{202F}".unicodeScalars.contains($0) })
        self.reference = reference
        self.purpose = purpose
        self.client = client
        self.host = host
        self.browser = browser
        self.sender = sender
    }

    /// Whether a code was sent to whoever enters this one.
    func isMeant(for code: SentCode) -> Bool {
        guard code.purpose == purpose, code.client == client, code.host == host else { return false }
        switch (code.binding, reference) {
        case (.client, .newest), (.holder, .id): return true
        case (.browser(let digest), .id): return browser.map { constantTimeEqual($0, to: digest) } ?? false
        default: return false
        }
    }

    var kind: Identifier.Kind {
        if case .newest(let address) = reference { address.kind } else { .email }
    }
}

extension CodeServices {
    /// Judges a code. The try is counted, and so is a wrong code, before anybody learns of it. A right code is not used up:
    /// that is for the transaction that stores what it proves.
    func judge(_ entered: EnteredCode, triesAllowed: Int) async throws(SignInFailure) -> SentCode {
        let time = accounts.now()
        let marks = entered.browser == nil ? [] : entered.sender.browserMarks.map(knownBrowsers.read) ?? []
        let judgement = try await accounts.write { [self] transaction -> Judgement in
            let found =
                switch entered.reference {
                case .newest(let address):
                    try transaction.codes.findNewest(entered.purpose, for: address, of: entered.client)
                case .id(let id): try transaction.codes.find(id)
                }
            guard let code = found else { return .mismatch(.unknown, entered.kind) }
            let kind = code.address.kind
            if let rejection = code.rejection(of: entered, triesAllowed: triesAllowed, at: time) {
                return .mismatch(rejection, kind)
            }
            var failures = CodeFailures(for: code.address, at: time)
            if try transaction.codes.count(failures) >= Self.dailyFailures {
                guard try transaction.users.knownMark(of: marks, for: code.address, at: time) != nil else {
                    return .mismatch(.resting, kind)
                }
                // All of them together, because whoever can sign in makes as many as they want.
                failures = CodeFailures(for: code.address, in: CodeFailures.knownBrowsers, at: time)
                guard try transaction.codes.count(failures) < Self.dailyFailures else {
                    return .mismatch(.resting, kind)
                }
            }
            try transaction.codes.countTry(of: code.id)
            guard !constantTimeEqual(hash(entered.text, of: code.id), to: code.hash) else { return .right(code) }
            try transaction.codes.add(failures)
            if try transaction.codes.count(failures) == Self.dailyFailures {
                try recordExhaustion(of: code.address, by: entered.sender, in: transaction, at: time)
            }
            return .mismatch(code.tries + 1 < triesAllowed ? .wrong : .exhausted, kind)
        }
        switch judgement {
        case .right(let code): return code
        case .mismatch(let mismatch, let kind): throw .code(.mismatch(mismatch, by: kind))
        }
    }

    private enum Judgement: Sendable {
        case right(SentCode)
        case mismatch(CodeRejection.Mismatch, Identifier.Kind)
    }

    /// Somebody has entered as many wrong codes as are accepted in a day.
    private func recordExhaustion(
        of address: SentCode.Address, by sender: RequestSender, in transaction: any StorageTransaction,
        at time: Timestamp
    ) throws {
        let user = try transaction.users.find(address.kind, normalized: address.normalized, in: address.connection)
        guard let user else { return }
        try transaction.events.insert(
            sender.event(
                .codeExhausted, of: user.id, client: nil, at: time, details: ["kind": .string(address.kind.rawValue)]))
    }
}

extension SentCode {
    fileprivate func rejection(
        of entered: EnteredCode, triesAllowed: Int, at time: Timestamp
    ) -> CodeRejection.Mismatch? {
        if !entered.isMeant(for: self) { return .elsewhere }
        if spentAt != nil { return .spent }
        if expiresAt <= time { return .expired }
        return tries >= triesAllowed ? .exhausted : nil
    }
}
