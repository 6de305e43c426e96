// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import IdentityModel
import WireFormats

/// A command about one account that was found.
struct UserRequest: Sendable {
    let user: User
    let server: AdministeredServer
    let arguments: CommandArguments
    let console: Console

    var administrator: Administrator { arguments.administrator }

    /// Returns the text that names the account.
    static func name(_ arguments: CommandArguments, of verb: String) throws(CommandFailure) -> String {
        guard let name = arguments.operands.first, arguments.operands.count == 1 else {
            throw .malformed("users \(verb) takes one USER. See thumbturn help users \(verb).")
        }
        return name
    }

    /// Finds the account that a command line names.
    static func find(
        _ name: String, _ arguments: CommandArguments, at server: AdministeredServer
    ) async throws(CommandFailure) -> User {
        try await CommandFailure.mapFailure(to: "The account can't be read") {
            try await UserSearch(server: server)(name, in: arguments.value("--connection"))
        }
    }
}

extension UserRequest {
    func show() async throws(CommandFailure) {
        try await report().show(asJSON: arguments.contains("--json"), on: console)
    }

    func report() async throws(CommandFailure) -> AccountReport {
        try await CommandFailure.mapFailure(to: "The account can't be read") {
            try await UserInspection(server: server)(user)
        }
    }

    /// Changes the account, and prints what it is or was.
    func change(
        done: String, unchanged: String = "",
        with useCase: (UserID, Administrator) async throws -> AccountChange
    ) async throws(CommandFailure) {
        let change = try await CommandFailure.mapFailure(to: "The account was not changed") {
            try await useCase(user.id, administrator)
        }
        console.print("\(name) \(change.isChanged ? done : unchanged).")
        if change.endedFamilies > 0 { console.print("Sessions ended: \(change.endedFamilies).") }
    }

    /// Fails with what would be lost, unless the deletion is confirmed.
    func requireConfirmation() async throws(CommandFailure) {
        guard !arguments.contains("--yes") else { return }
        let count = try await report().passkeys.count
        let identifiers = user.identifiers.map { TerminalText.safe($0.value) }.joined(separator: ", ")
        throw .malformed(
            "This deletes \(name) (\(identifiers)) with \(count) \(count == 1 ? "passkey" : "passkeys") permanently.\n"
                + "  Confirm with --yes.")
    }

    func removePasskey() async throws(CommandFailure) {
        guard let id = arguments.value("--passkey") else {
            throw .malformed("users remove-passkey needs --passkey ID. List the IDs with thumbturn users show.")
        }
        let ended = try await CommandFailure.mapFailure(to: "The passkey was not removed") {
            try await PasskeyRemoval(server: server)(
                PasskeyID(rawValue: id), of: user.id, endingAll: arguments.contains("--end-sessions"),
                by: administrator)
        }
        console.print("The passkey was removed. Sessions ended: \(ended).")
    }

    func endSessions() async throws(CommandFailure) {
        let ended = try await CommandFailure.mapFailure(to: "The sessions were not ended") {
            try await SessionEnding(server: server)(
                of: user.id, only: arguments.value("--session").map { BrowserSession.ID(rawValue: $0) },
                by: administrator)
        }
        console.print("Browser sessions ended: \(ended).")
    }

    private var name: String { TerminalText.safe(user.id.rawValue) }
}
