// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import Configuration
import IdentityModel
import OpenIDProvider
import WireFormats

extension CommandFailure {
    /// Runs `body` and turns failures of administration, and errors of the storage, the keys and the configuration into a
    /// message that begins with `subject`, unless the failure is a sentence of its own.
    static func mapFailure<Value>(
        to subject: String, body: () async throws -> Value
    ) async throws(CommandFailure) -> Value {
        do {
            return try await body()
        } catch let failure as CommandFailure {
            throw failure
        } catch let failure as AdministrationFailure {
            throw failure.commandFailure(of: subject)
        } catch {
            throw CommandFailure(subject, cause: error)
        }
    }

    init(_ subject: String, cause error: any Error) { self = .failed("\(subject): \(Self.text(of: error))") }

    private static func text(of error: any Error) -> String {
        switch error {
        case StorageError.unavailable(let reason), StorageError.incompatible(let reason),
            StorageError.damaged(let reason):
            reason
        case let failure as KeyRingFailure: failure.text
        case let failure as ConfigurationFailure:
            "the stored configuration can't be read.\n"
                + failure.problems.map { "  \(TerminalText.safe($0.description, limit: 700))" }.joined(separator: "\n")
        default: "\(error)"
        }
    }
}

extension KeyRingFailure {
    /// The message for the terminal. Completes a sentence.
    var text: String {
        switch self {
        case .algorithmNotOffered(let name): "no key signs with \(name)."
        case .sealedWithAnotherMasterKey(let key):
            "the key \(key) was stored under another master key.\n"
                + "  Put that master key into DIR/master.key, or set THUMBTURN_MASTER_KEY. "
                + "If it is lost: thumbturn help keys replace-master-key."
        case .damaged(let key): "the key \(key) is damaged. Revoke it: thumbturn keys revoke -- \(key)"
        case .keyUnknown(let key): "there is no key \(TerminalText.safe(key)). List all keys with thumbturn keys list."
        case .keyRevokedBefore(let key): "the key \(TerminalText.safe(key)) is already revoked."
        case .hostNotPrepared(let host): "\(host) has no keys yet. thumbturn serve creates them when it starts."
        }
    }
}
