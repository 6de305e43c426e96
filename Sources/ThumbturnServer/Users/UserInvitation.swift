// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// An invitation for the owner of an account to enroll a passkey, with a link that works once.
struct UserInvitation {
    let storage: any Storage
    let settings: ServerSettings
    let ring: KeyRing
    let console: Console

    /// The options of the command.
    private struct Request: Sendable {
        /// The text that named the account.
        var name: String
        var host: String?
        var validFor: Int
        /// Whether existing passkeys and sessions are removed; `nil` keeps them if an identifier is verified.
        var isRemovingExisting: Bool?
    }

    /// Runs the command.
    static func run(_ arguments: CommandArguments, console: Console) async throws(CommandFailure) {
        let request = Request(
            name: try UserRequest.name(arguments, of: "invite"), host: arguments.value("--host"),
            validFor: try duration(arguments.value("--valid-for") ?? "24h"),
            isRemovingExisting: try isRemovingExisting(arguments.value("--existing")))
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database", "master-key"])
        try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
            let user = try await UserSearch(storage: storage, settings: settings).find(
                request.name, in: arguments.value("--connection"))
            let ring = KeyRing(master: try MasterKeyFile.load(settings, mayCreate: false), storage: storage)
            try await UserInvitation(storage: storage, settings: settings, ring: ring, console: console)
                .invite(user, request: request)
        }
    }

    private static func isRemovingExisting(_ text: String?) throws(CommandFailure) -> Bool? {
        switch text {
        case nil: return nil
        case "remove": return true
        case "keep": return false
        case let text?: throw .malformed("--existing takes keep or remove, not \(TerminalText.safe(text)).")
        }
    }

    /// Reads the lifetime of an invitation, such as `30m`, `24h` or `7d`, in seconds.
    static func duration(_ text: String) throws(CommandFailure) -> Int {
        guard let seconds = DurationText.seconds(text), seconds <= Invitations.longest else {
            throw .malformed(
                "--valid-for takes a time such as 30m, 24h or 7d, up to 30d, not \(TerminalText.safe(text)).")
        }
        return seconds
    }

    /// Prints the link to standard output and notes about it to standard error.
    private func invite(_ user: User, request: Request) async throws(CommandFailure) {
        let origin = try await HostSelection(storage: storage, settings: settings).origin(
            named: request.host, for: "The link")
        var details = Invitations.Request(user: user.id, host: origin.host, validFor: request.validFor)
        details.isRemovingExisting = request.isRemovingExisting
        details.addressedTo = user.addressed(by: request.name)?.kind
        let invitation = try await CommandFailure.mapFailure(to: "The invitation was not created") {
            let ceremonies = CeremonyService(
                accounts: AccountStorage(storage),
                seal: CeremonySeal(key: try await ring.reload(host: origin.host).session))
            do throws(SignInFailure) {
                return try await Invitations(ceremonies: ceremonies).issue(details)
            } catch {
                throw Self.failure(error, for: user)
            }
        }
        let link = "\(origin)/invitation#\(invitation.text)"
        report(invitation)
        console.print(link)
        showCode(of: link)
        let end = Timestamp.now().advanced(by: request.validFor)
        console.printError(
            "Until \(end), whoever opens this link can enroll one passkey for \(TerminalText.safe(user.id.rawValue)), once. "
                + "Send it over a channel only the account's owner can read.")
    }

    /// On a terminal, the owner's phone can take the link from the screen.
    private func showCode(of link: String) {
        guard console.hasColors, let code = QRCode(link), code.size + 8 <= console.columns ?? 80 else { return }
        for line in code.lines { console.printError(line) }
    }

    /// Prints the existing passkeys, sessions and unverified identifiers, and whether they stay.
    private func report(_ invitation: Invitations.Issued) {
        let existing = invitation.existing
        guard !existing.isEmpty else { return }
        console.printError("Whoever created the account can already use it with:")
        for passkey in existing.passkeys {
            let facts = [
                "a passkey", passkey.name.map { "named \($0)" }, "created \(passkey.origin.createdAt)",
                passkey.origin.userAgent.map { "on \($0.browserName)" }, passkey.lastUsedAt.map { "last used \($0)" },
            ]
            console.printError("  " + TerminalText.safe(facts.compactMap(\.self).joined(separator: ", "), limit: 400))
        }
        if existing.sessions > 0 { console.printError("  sessions: \(existing.sessions)") }
        for identifier in existing.unverified {
            console.printError("  \(TerminalText.safe(identifier.value)) (unverified)")
        }
        console.printError(
            invitation.removesExisting
                ? "All of this is removed when the invitation is accepted. To keep it, use --existing keep."
                : "All of this stays when the invitation is accepted. To remove it, use --existing remove.")
    }

    private static func failure(_ failure: SignInFailure, for user: User) -> CommandFailure {
        let name = TerminalText.safe(user.id.rawValue)
        return switch failure {
        case .account(.blocked): .failed("\(name) is blocked. Unblock it first: thumbturn users unblock '\(name)'")
        case .account(.toBeDeleted):
            .failed("\(name) is going to be deleted. Keep it first: thumbturn users keep '\(name)'")
        case .account(.unknown): .failed("The account \(name) was deleted in the meantime.")
        case .storageUnavailable(let reason): .failed("The invitation was not created: \(reason)")
        default: .failed("The invitation was not created: \(failure.code).")
        }
    }
}

extension User {
    /// Returns the identifier that a text names, or the first one if the text is an account ID.
    fileprivate func addressed(by text: String) -> Identifier? {
        identifiers.first { ExactText($0.value.lowercased()) == ExactText(text.lowercased()) } ?? identifiers.first
    }
}
