// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import Configuration
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// A command to invite the owner of an account.
struct InvitationRequest: Sendable {
    private let arguments: CommandArguments
    /// The text that named the account.
    private let name: String
    private let validFor: Int
    /// Whether existing passkeys and sessions are removed; `nil` keeps them if an identifier is verified.
    private let isRemovingExisting: Bool?

    init(_ arguments: CommandArguments) throws(CommandFailure) {
        self.arguments = arguments
        name = try UserRequest.name(arguments, of: "invite")
        validFor = try Self.duration(arguments.value("--valid-for") ?? "24h")
        isRemovingExisting =
            switch arguments.value("--existing") {
            case nil: nil
            case "remove": true
            case "keep": false
            case let text?: throw .malformed("--existing takes keep or remove, not \(TerminalText.safe(text)).")
            }
    }

    /// Reads the lifetime of an invitation, such as `30m`, `24h` or `7d`, in seconds.
    private static func duration(_ text: String) throws(CommandFailure) -> Int {
        guard let seconds = DurationText.seconds(text), seconds <= Invitations.longest else {
            throw .malformed(
                "--valid-for takes a time such as 30m, 24h or 7d, up to 30d, not \(TerminalText.safe(text)).")
        }
        return seconds
    }

    /// Prints the link to standard output and notes about it to standard error.
    func carryOut(storage: any Storage, settings: ServerSettings, console: Console) async throws(CommandFailure) {
        let server = AdministeredServer(storage: storage, url: settings.url)
        let user = try await UserRequest.find(name, arguments, at: server)
        let ring = KeyRing(master: try MasterKeyFile.load(settings, mayCreate: false), storage: storage)
        let origin = try await HostSelection(storage: storage, settings: settings).origin(
            named: arguments.value("--host"), for: "The link")
        var request = Invitations.Request(user: user.id, host: origin.host, validFor: validFor)
        request.isRemovingExisting = isRemovingExisting
        request.addressedTo = user.addressed(by: name)?.kind
        let details = request
        let invitation = try await CommandFailure.mapFailure(to: "The invitation was not created") {
            try await UserInvitation(server: server, ring: ring)(details, by: arguments.administrator)
        }
        let link = "\(origin)/invitation#\(invitation.text)"
        console.report(invitation)
        console.print(link)
        console.showCode(of: link)
        let end = Timestamp.now().advanced(by: validFor)
        console.printError(
            "Until \(end), whoever opens this link can enroll one passkey for \(TerminalText.safe(user.id.rawValue)), once. "
                + "Send it over a channel only the account's owner can read.")
    }
}

extension Console {
    /// On a terminal, the owner's phone can take the link from the screen.
    fileprivate func showCode(of link: String) {
        guard hasColors, let code = QRCode(link), code.size + 8 <= columns ?? 80 else { return }
        for line in code.lines { printError(line) }
    }

    /// Prints the existing passkeys, device keys, sessions and unverified identifiers, and whether they stay.
    fileprivate func report(_ invitation: Invitations.Issued) {
        let existing = invitation.existing
        guard !existing.isEmpty else { return }
        printError("Whoever created the account can already use it with:")
        for passkey in existing.passkeys {
            let facts = [
                "a passkey", passkey.name.map { "named \($0)" }, "created \(passkey.origin.createdAt)",
                passkey.origin.userAgent.map { "on \($0.browserName)" }, passkey.lastUsedAt.map { "last used \($0)" },
            ]
            printError("  " + TerminalText.safe(facts.compactMap(\.self).joined(separator: ", "), limit: 400))
        }
        for key in existing.deviceKeys {
            let facts = [
                "a device key of \(key.deviceName)", "created \(key.createdAt)",
                key.lastUsedAt.map { "last used \($0)" },
            ]
            printError("  " + TerminalText.safe(facts.compactMap(\.self).joined(separator: ", "), limit: 400))
        }
        if existing.sessions > 0 { printError("  sessions: \(existing.sessions)") }
        for identifier in existing.unverified {
            printError("  \(TerminalText.safe(identifier.value)) (unverified)")
        }
        printError(
            invitation.removesExisting
                ? "All of this is removed when the invitation is accepted. To keep it, use --existing keep."
                : "All of this stays when the invitation is accepted. To remove it, use --existing remove.")
    }
}

extension User {
    /// Returns the identifier that a text names, or the first one if the text is an account ID.
    fileprivate func addressed(by text: String) -> Identifier? {
        identifiers.first { ExactText($0.value.lowercased()) == ExactText(text.lowercased()) } ?? identifiers.first
    }
}
