// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// Lets somebody who has an account enrol a passkey: with a link that works once.
struct UserInvitation {
    let storage: any Storage
    let settings: ServerSettings
    let ring: KeyRing
    let console: Console

    /// How long an invitation is good for, in seconds: `30m`, `24h` or `7d`.
    static func duration(_ text: String) throws(CommandFailure) -> Int {
        guard let seconds = DurationText.seconds(text), seconds <= Invitations.longest else {
            throw .malformed(
                "--valid-for takes a time such as 30m, 24h or 7d, up to 30d, not \(TerminalText.safe(text)).")
        }
        return seconds
    }

    /// The link goes to standard output, and what there is to say about it to standard error.
    func invite(_ user: User, host name: String?, validFor seconds: Int) async throws(CommandFailure) {
        let host = try await HostSelection(storage, settings).host(named: name)
        guard !settings.url.isLoopback || host == settings.url.host else {
            throw .malformed(
                "The link would lead to \(settings.url.at(host)). Give --url as the server has it, or set THUMBTURN_URL."
            )
        }
        let invitation = try await CommandFailure.telling("Nobody was invited") {
            let desk = CeremonyDesk(
                storage: storage, seal: CeremonySeal(key: try await ring.reload(host: host).session))
            do throws(SignInFailure) {
                return try await Invitations(desk: desk).invite(user.id, host: host, validFor: seconds)
            } catch {
                throw Self.failure(error, user)
            }
        }
        console.line("\(settings.url.at(host))\(Route.invitation.rawValue)#\(invitation)")
        console.errorLine(
            "Whoever opens this link can enrol one passkey for \(TerminalText.safe(user.id.rawValue)), once. "
                + "Send it on a way that only its owner reads.")
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
