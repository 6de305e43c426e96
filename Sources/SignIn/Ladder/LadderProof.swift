// SPDX-License-Identifier: Apache-2.0

extension Ladder {
    /// What was proven for an act. Whether by the owner or by a thief, the server can't know.
    package struct Proof: Hashable, Sendable {
        /// The passkey that was used for the act itself: its challenge named the act. One that is removed or not settled
        /// proves nothing.
        package var passkey: String?
        /// The ways that were proven for the act. A browser is proven by its session.
        package var ways: Set<Way> = []
        /// The session in which the act is asked for. Once it is older than the delay it is a browser; until then it
        /// counts as the ways that opened it, and for nothing if a passkey did.
        package var session: Session?
        /// Whether the passkey sign-in of the session is at most 15 minutes old, or an application's token stands for it.
        package var isRecent = false
        package var hasAdministratorsCode = false

        package init() {}

        package static func passkey(_ id: String, session: Session? = nil) -> Proof {
            var proof = Proof()
            proof.passkey = id
            proof.session = session
            return proof
        }

        package static func ways(_ ways: Set<Way>, session: Session? = nil, isRecent: Bool = false) -> Proof {
            var proof = Proof()
            proof.ways = ways
            proof.session = session
            proof.isRecent = isRecent
            return proof
        }

        package static var administratorsCode: Proof {
            var proof = Proof()
            proof.hasAdministratorsCode = true
            return proof
        }
    }
}
