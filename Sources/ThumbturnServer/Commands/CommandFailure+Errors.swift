// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import OpenIDProvider
import WireFormats

extension CommandFailure {
    /// Does what may fail in the storage or over a key, and tells that in words behind `subject`.
    static func telling<Value>(
        _ subject: String, _ body: () async throws -> Value
    ) async throws(CommandFailure) -> Value {
        do {
            return try await body()
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(subject, error)
        }
    }

    init(_ subject: String, _ error: any Error) { self = .failed("\(subject): \(Self.text(of: error))") }

    private static func text(of error: any Error) -> String {
        switch error {
        case StorageError.unavailable(let reason), StorageError.incompatible(let reason): reason
        case let failure as KeyRingFailure: failure.text
        case let failure as ConfigurationFailure:
            "what is configured can't be read.\n"
                + failure.problems.map { "  \(TerminalText.safe($0.description, limit: 700))" }.joined(separator: "\n")
        default: "\(error)"
        }
    }
}

extension KeyRingFailure {
    /// What happened and what to do, for the person at the terminal.
    var text: String {
        switch self {
        case .algorithmNotOffered(let name): "nothing is signed with \(name) here."
        case .sealedWithAnotherMasterKey(let key):
            "the key \(key) was stored under another master key.\n"
                + "  Put that one into DIR/master.key, or name it in THUMBTURN_MASTER_KEY."
        case .damaged(let key): "the key \(key) is damaged. Revoke it: thumbturn keys revoke -- \(key)"
        case .keyUnknown(let key): "there is no key \(TerminalText.safe(key)). thumbturn keys list shows all."
        case .keyRevokedBefore(let key): "the key \(TerminalText.safe(key)) was revoked before."
        case .hostNotPrepared(let host): "\(host) has no keys yet; thumbturn serve makes them when it starts."
        }
    }
}
