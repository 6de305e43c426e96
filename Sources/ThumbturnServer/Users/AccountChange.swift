// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IdentityModel
import SignIn
import WireFormats

/// An operator's change to an account, with its report.
struct AccountChange {
    let storage: any Storage
    let user: User
    let console: Console

    func carryOut(_ verb: String, isConfirmed: Bool) async throws(CommandFailure) {
        let administration = AccountAdministration(storage: storage)
        guard verb != "delete" || isConfirmed else { throw try await confirmationMissing() }
        let outcome = try await CommandFailure.mapFailure(to: "The account was not changed") {
            do {
                switch verb {
                case "block": return try await administration.block(user.id)
                case "unblock": return try await administration.unblock(user.id)
                case "keep": return try await administration.keep(user.id)
                default: return try await administration.remove(user.id)
                }
            } catch is AccountAdministration.UserUnknown {
                throw CommandFailure.failed("The account \(name) was deleted in the meantime.")
            }
        }
        let done =
            ["block": "blocked", "unblock": "no longer blocked", "keep": "kept", "delete": "deleted"][verb] ?? verb
        let before =
            ["block": "was already blocked", "unblock": "was not blocked", "keep": "was not going to be deleted"][verb]
            ?? ""
        console.print("\(name) \(outcome.isChanged ? "is \(done)" : before).")
        if outcome.endedFamilies > 0 { console.print("Sessions ended: \(outcome.endedFamilies).") }
    }

    func removePasskey(_ id: String?, endingAll isEndingAll: Bool) async throws(CommandFailure) {
        guard let id else {
            throw .malformed("users remove-passkey needs --passkey ID. List the IDs with thumbturn users show.")
        }
        let ended = try await CommandFailure.mapFailure(to: "The passkey was not removed") {
            do {
                return try await AccountAdministration(storage: storage)
                    .removePasskey(PasskeyID(rawValue: id), of: user.id, endingAll: isEndingAll)
            } catch SignInFailure.passkey(.unknown) {
                throw CommandFailure.failed(
                    "\(name) has no passkey \(TerminalText.safe(id)). See thumbturn users show.")
            }
        }
        console.print("The passkey was removed. Sessions ended: \(ended).")
    }

    func endSessions(only id: String?) async throws(CommandFailure) {
        let ended = try await CommandFailure.mapFailure(to: "The sessions were not ended") {
            do {
                return try await AccountAdministration(storage: storage).endSessions(
                    of: user.id, only: id.map { BrowserSession.ID(rawValue: $0) })
            } catch is AccountAdministration.UserUnknown {
                throw CommandFailure.failed("The account \(name) was deleted in the meantime.")
            }
        }
        guard ended > 0 || id == nil else {
            throw .failed("\(name) has no browser session \(TerminalText.safe(id ?? "")). See thumbturn users show.")
        }
        console.print("Browser sessions ended: \(ended).")
    }

    private var name: String { TerminalText.safe(user.id.rawValue) }

    private func confirmationMissing() async throws(CommandFailure) -> CommandFailure {
        let count = try await AccountReport(user, in: storage).passkeys.count
        let identifiers = user.identifiers.map { TerminalText.safe($0.value) }.joined(separator: ", ")
        return .malformed(
            "This deletes \(name) (\(identifiers)) with \(count) \(count == 1 ? "passkey" : "passkeys") permanently.\n"
                + "  Confirm with --yes.")
    }
}
