// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import WebAuthnMessages
import WireFormats

/// What a user decides who has proven an address of an account in which nobody had (rule 21).
///
/// Whoever made the account may be somebody else. Without a settled passkey or another proven address, the address is the
/// account: its user sees what was enrolled before, and keeps it or not. An account with one is its owner's: who has proven
/// the address signs in as the owner, or starts another account, and this one loses the address.
package struct AddressReview: Sendable {
    package let user: User
    package let proof: AddressProof
    package let passkeys: [Passkey]
    package let password: StoredPassword?
    package let deviceKeys: [DeviceKey]
    /// Whether the account may be somebody else's, who has a settled passkey or has proven another address.
    package let isHeld: Bool
    /// Whether another account may be started.
    package let offersNewAccount: Bool

    init(of found: FoundAddress, proven proof: AddressProof, in connection: Connection, at time: Timestamp) {
        user = found.user
        self.proof = proof
        passkeys = found.passkeys
        password = found.password
        deviceKeys = found.deviceKeys
        isHeld = found.user.isHeld(besides: proof.address.kind, by: found.passkeys, at: time)
        offersNewAccount = connection.signsUp(with: proof.address.kind)
    }
}

/// Reads an account again for its review, and carries the user's decision out.
package struct AddressReviews: Sendable {
    /// What the user has decided.
    package enum Decision: Sendable {
        /// Another account gets the address.
        case newAccount
        /// The account stays, with these ways in, sessions and applications, and without all others.
        case keep(Set<String>)
    }

    /// What was opened in an account before its address was proven.
    package struct Opened: Sendable {
        package let sessions: [BrowserSession]
        package let tokens: [RefreshToken]
    }

    private let codes: CodeServices

    package init(_ codes: CodeServices) {
        self.codes = codes
    }

    /// Returns the account of a proven address; `nil` if there is nothing to review any longer.
    package func find(
        _ proof: AddressProof, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> (review: AddressReview, opened: Opened)? {
        let (address, time) = (proof.address, codes.accounts.now())
        guard let connection = configuration.connection(address.connection) else {
            throw .admission(.connectionUnknown(address.connection))
        }
        let found = try await codes.accounts.read { snapshot in
            try FoundAddress(address, in: snapshot).map { found in
                let opened = Opened(
                    sessions: try snapshot.sessions.list(of: found.user.id).filter { !$0.isExpired(at: time) },
                    tokens: try snapshot.refreshTokens.list(of: found.user.id))
                return (found, opened)
            }
        }
        guard let (account, opened) = found, !account.isProven else { return nil }
        return (AddressReview(of: account, proven: proof, in: connection, at: time), opened)
    }

    /// Makes the sign-in that the decision leads to. `SignInCompletion` uses the proof up.
    package func judge(
        _ decision: Decision, with proof: AddressProof, client: String, organization: String?,
        by sender: RequestSender, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> SignIn {
        guard let connection = configuration.connection(proof.address.connection),
            let (review, _) = try await find(proof, in: configuration)
        else { throw .code(.mismatch(.spent, by: proof.address.kind)) }
        let request = SignIn.Request(client: client, organization: organization, sender: sender)
        let time = codes.accounts.now()
        switch decision {
        case .newAccount:
            let text = review.user[proof.address.kind]?.value ?? proof.address.normalized
            return try SignIn(
                newAccountFor: proof, text: text, in: connection, request: request, releasing: true, at: time)
        case .keep(let kept):
            guard !review.isHeld else { throw .code(.identifierUnverified) }
            var use = CodeUse(proof, by: sender, at: time)
            use.keepsEverything = false
            use.kept = kept
            let others = review.passkeys.filter { kept.contains($0.id.rawValue) }
            return SignIn(
                with: use, of: review.user, request,
                suggestsPasskey: others.isEmpty && connection.methods.isPasskeyEnabled, at: time)
        }
    }
}

extension User {
    /// Whether somebody holds the account by more than an address of a kind, which a proof of that address does not
    /// outrank: a settled passkey, or another address that was proven.
    func isHeld(besides kind: Identifier.Kind, by passkeys: [Passkey], at time: Timestamp) -> Bool {
        passkeys.contains { $0.hasSettled(at: time) }
            || identifiers.contains { $0.kind != kind && $0.isVerified && $0.isUnique }
    }
}
