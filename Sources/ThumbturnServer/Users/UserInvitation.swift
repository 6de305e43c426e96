// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// Lets somebody who has an account enroll a passkey: with a link that works once.
struct UserInvitation {
    let storage: any Storage
    let settings: ServerSettings
    let ring: KeyRing
    let console: Console

    /// What the operator asks for.
    struct Request {
        /// How the account was named.
        var name: String
        var host: String?
        var validFor: Int
        /// Whether what the account can be used with already goes; `nil` leaves it to whether an identifier was proven.
        var isRemovingExisting: Bool?
    }

    /// How long an invitation is good for, in seconds: `30m`, `24h` or `7d`.
    static func duration(_ text: String) throws(CommandFailure) -> Int {
        guard let seconds = DurationText.seconds(text), seconds <= Invitations.longest else {
            throw .malformed(
                "--valid-for takes a time such as 30m, 24h or 7d, up to 30d, not \(TerminalText.safe(text)).")
        }
        return seconds
    }

    /// The link goes to standard output, and what there is to say about it to standard error.
    func invite(_ user: User, _ request: Request) async throws(CommandFailure) {
        let host = try await HostSelection(storage, settings).host(named: request.host)
        guard !settings.url.isLoopback || host == settings.url.host else {
            throw .malformed(
                "The link would lead to \(settings.url.at(host)). Give --url as the server has it, or set THUMBTURN_URL."
            )
        }
        var offer = Invitations.Offer(user: user.id, host: host, validFor: request.validFor)
        offer.isRemovingExisting = request.isRemovingExisting
        offer.addressedTo = user.addressed(by: request.name)?.kind
        let made = try await CommandFailure.telling("Nobody was invited") {
            let ceremonies = CeremonyService(
                storage: storage, seal: CeremonySeal(key: try await ring.reload(host: host).session))
            do throws(SignInFailure) {
                return try await Invitations(ceremonies: ceremonies).invite(offer)
            } catch {
                throw Self.failure(error, user)
            }
        }
        console.line("\(settings.url.at(host))\(Route.invitation.rawValue)#\(made.text)")
        tell(made)
        console.errorLine(
            "Whoever opens this link can enroll one passkey for \(TerminalText.safe(user.id.rawValue)), once. "
                + "Send it on a way that only its owner reads.")
    }

    /// What the account can be used with already, by whoever made it, and what becomes of that.
    private func tell(_ made: Invitations.Made) {
        let existing = made.existing
        guard !existing.isEmpty else { return }
        console.errorLine("The account can be used already, by whoever made it:")
        for passkey in existing.passkeys {
            let facts = [
                "a passkey", passkey.name.map { "called \($0)" }, "made \(passkey.origin.createdAt)",
                passkey.origin.userAgent.map { "on \($0)" }, passkey.lastUsedAt.map { "last used \($0)" },
            ]
            console.errorLine("  " + TerminalText.safe(facts.compactMap(\.self).joined(separator: ", "), limit: 400))
        }
        if existing.sessions > 0 { console.errorLine("  sessions: \(existing.sessions)") }
        for identifier in existing.unverified {
            console.errorLine("  \(TerminalText.safe(identifier.value)), which nobody has proven to hold")
        }
        console.errorLine(
            made.removesExisting
                ? "All of it is removed when the invitation is accepted. Keep it with --existing keep."
                : "All of it stays when the invitation is accepted. Remove it with --existing remove.")
    }

    private static func failure(_ failure: SignInFailure, _ user: User) -> CommandFailure {
        let name = TerminalText.safe(user.id.rawValue)
        return switch failure {
        case .accountBlocked: .failed("\(name) is blocked. Let them in first: thumbturn users unblock '\(name)'")
        case .accountUnknown: .failed("The account \(name) was deleted meanwhile.")
        case .storageUnavailable(let reason): .failed("Nobody was invited: \(reason)")
        default: .failed("Nobody was invited: \(failure.code).")
        }
    }
}

extension User {
    /// The identifier that a text names; where it names the account otherwise, the first one.
    fileprivate func addressed(by text: String) -> Identifier? {
        identifiers.first { ExactText($0.value.lowercased()) == ExactText(text.lowercased()) } ?? identifiers.first
    }
}
