// SPDX-License-Identifier: Apache-2.0

extension Ladder {
    /// Something that a proof allows.
    package enum Move: Hashable, Sendable {
        case signIn(by: Way)

        /// Adds a passkey that is settled at once.
        case enrollSettled
        /// Adds a passkey that stands, and gets seniority over other passkeys after the delay.
        case enrollConfirmed
        /// Adds a passkey that settles after the delay.
        case enrollUnconfirmed(by: Way)
        /// The same, with a request that was granted, and is used by it.
        case enrollAfterDelay(by: Way)

        /// Asks for a passkey after the delay.
        case ask(by: Way)
        /// Ends everything that the way has open.
        case cancelRequest(of: Way, by: Objector)
        /// Takes a passkey away that is not settled yet, and ends everything else that the way has open that added it.
        case undoPasskey(String, by: Objector)
        /// Takes a password away that was reset by mail and is not settled yet.
        case stopPassword(by: Way)

        /// Removes a settled passkey.
        case removePasskey(String)
        case replace(Way)
        /// Changes the password with nothing but the password.
        case changePassword
        /// Sets another password with a mailed link. It is unconfirmed.
        case resetPassword

        case signOutEverywhereElse
        /// Ends the sessions that were opened after the one that asks.
        case endLaterSessions
        /// Ends the sessions that are younger than the delay.
        case endYoungSessions

        case setFirstPassword
        case removePassword
        /// Switches "Only passkeys" on.
        case disablePassword
        /// Switches "Only passkeys" off.
        case enablePassword
    }
}

extension Ladder.Move {
    package var addsPasskey: Bool {
        switch self {
        case .enrollSettled, .enrollConfirmed, .enrollUnconfirmed, .enrollAfterDelay: true
        default: false
        }
    }
}
