// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import WireFormats

/// Does to an account what the operator asks for, and says what came of it.
struct AccountChange {
    let storage: any Storage
    let user: User
    let console: Console

    func carryOut(_ verb: String, isConfirmed: Bool) async throws(CommandFailure) {
        let administration = AccountAdministration(storage: storage)
        guard verb != "delete" || isConfirmed else { throw try await confirmationMissing() }
        let outcome = try await CommandFailure.telling("Nothing was changed") {
            do {
                switch verb {
                case "block": return try await administration.block(user.id)
                case "unblock": return try await administration.unblock(user.id)
                default: return try await administration.remove(user.id)
                }
            } catch is AccountAdministration.UserUnknown {
                throw CommandFailure.failed("The account \(name) was deleted meanwhile.")
            }
        }
        let done = ["block": "blocked", "unblock": "not blocked any more", "delete": "deleted"][verb] ?? verb
        let before = ["block": "was blocked before", "unblock": "was not blocked"][verb] ?? ""
        console.line("\(name) \(outcome.isChanged ? "is \(done)" : before).")
        if outcome.endedFamilies > 0 { console.line("Sessions ended: \(outcome.endedFamilies).") }
    }

    func removePasskey(_ id: String?, endingAll isEndingAll: Bool) async throws(CommandFailure) {
        guard let id else {
            throw .malformed("users remove-passkey needs --passkey ID, which thumbturn users show has.")
        }
        let ended = try await CommandFailure.telling("Nothing was changed") {
            do {
                return try await AccountAdministration(storage: storage)
                    .removePasskey(PasskeyID(rawValue: id), of: user.id, endingAll: isEndingAll)
            } catch SignInFailure.passkeyUnknown {
                throw CommandFailure.failed(
                    "\(name) has no passkey \(TerminalText.safe(id)). See thumbturn users show.")
            }
        }
        console.line("The passkey is removed. Sessions ended: \(ended).")
    }

    private var name: String { TerminalText.safe(user.id.rawValue) }

    private func confirmationMissing() async throws(CommandFailure) -> CommandFailure {
        let count = try await AccountReport(user, in: storage).passkeys.count
        let identifiers = user.identifiers.map { TerminalText.safe($0.value) }.joined(separator: ", ")
        return .malformed(
            "This would delete \(name) (\(identifiers)) with \(count) \(count == 1 ? "passkey" : "passkeys"), for good.\n"
                + "  Say so with --yes.")
    }
}
