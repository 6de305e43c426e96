// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import JOSE
import WebAuthnMessages
import WireFormats

/// Signs a user in with the key of an application on one device, or up with a first one.
///
/// 1. `BeginDeviceKey` returns a challenge. It travels with the client, sealed.
/// 2. `judge` verifies what the key has signed, and makes the sign-in. Whatever is wrong is one failure, whose cause only
///    the log has.
/// 3. `DeviceKeyChange` is what the completion stores of it: the used challenge, and the key or its use.
///
/// The server can't see whether a user was there, so such a key is a weak way in. `DeviceKeyManagement`, in
/// `SignIn/DeviceKeys`, adds and removes keys; `LegacyDeviceKeySignIn` is for the requests of Auth0's library.
package struct DeviceKeySignIn: Sendable {
    /// What a client sends.
    package struct Submission: Sendable {
        package let session: String
        package let assertion: String
        /// The URL of the server, as tokens name it.
        package let issuer: String
        package let sender: RequestSender
        /// The codes that prove the addresses of a sign-up.
        package var codes: [Identifier.Kind: String] = [:]

        package init(session: String, assertion: String, issuer: String, sender: RequestSender) {
            self.session = session
            self.assertion = assertion
            self.issuer = issuer
            self.sender = sender
        }
    }

    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// Judges what a key has signed, for a client. Nothing is stored.
    package func judge(
        _ submission: Submission, for client: Client, organization: String?, at host: String,
        in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> SignIn {
        try client.requireDeviceKeys(at: ceremonies.now())
        let challenge = try ceremonies.openDeviceKey(submission.session, of: client.id, at: host)
        let admission = try Admission(
            client: AdmissionRequest(
                client: client, host: host, realm: challenge.connection, organization: organization),
            to: .deviceKey, in: configuration)
        let assertion = try DeviceKeyAssertion(submission.assertion)
        let request = SignIn.Request(
            client: client.id, organization: admission.organization?.tokenID, sender: submission.sender)
        if let signUp = challenge.signUp {
            guard !admission.connection.isSignUpDisabled else {
                throw .admission(.signUpDisabled(connection: admission.connection.name))
            }
            return try await self.signUp(
                signUp, with: assertion, answering: challenge, submission, request,
                triesAllowed: configuration.tenant.codes.tries)
        }
        let found = try await find(assertion.keyID)
        let time = ceremonies.now()
        let isSigned = assertion.isSigned(by: found?.publicKey)
        guard let found else { throw .deviceKey(.mismatch(.unknownKey)) }
        guard isSigned else { throw .deviceKey(.mismatch(.signature)) }
        guard found.key.client == client.id else { throw .deviceKey(.mismatch(.otherClient)) }
        let message = try assertion.check(challenge, of: found.user.id, at: submission.issuer, time)
        try found.require(client, in: challenge.connection)
        return SignIn(
            .existing(found.user), by: SignIn.Method(deviceKey: found.key),
            authentication: .deviceKey(at: time), for: request,
            changing: DeviceKeyChange(.use(found.key), challenge: challenge, messages: [message], at: time))
    }

    /// The account is stored when its key has signed, so that nobody signs another's key up. The codes are judged after
    /// it, which only the key's owner can repeat.
    private func signUp(
        _ signUp: DeviceKeyChallenge.SignUp, with assertion: DeviceKeyAssertion,
        answering challenge: DeviceKeyChallenge, _ submission: Submission, _ request: SignIn.Request, triesAllowed: Int
    ) async throws(SignInFailure) -> SignIn {
        let draft = signUp.draft
        let time = ceremonies.now()
        let user = User(draft, in: challenge.connection, createdAt: time)
        let publicKey = DevicePublicKey(stored: signUp.publicKey)
        guard let publicKey, assertion.isSigned(by: publicKey) else { throw .deviceKey(.mismatch(.signature)) }
        var key = DeviceKey(
            id: publicKey.id(of: user.id), user: user.id, client: challenge.client, deviceName: signUp.deviceName,
            publicKey: signUp.publicKey, shape: .modern, createdAt: time)
        key.lastUsedAt = time
        let message = try assertion.check(challenge, of: nil, at: submission.issuer, time)
        var proofs = draft.proofs
        if !draft.codes.isEmpty {
            guard let verification = ceremonies.verification else { throw .ceremony(.belongsElsewhere) }
            proofs += try await verification.judge(
                submission.codes, of: draft.codes, client: challenge.client, at: challenge.host,
                by: submission.sender, triesAllowed: triesAllowed)
        }
        let proven = user.proving(proofs)
        var change = DeviceKeyChange(.new(key), challenge: challenge, messages: [message], at: time)
        change.proven = ProvenAddresses(proofs: proofs, user: proven, sender: submission.sender)
        return SignIn(
            .new(proven), by: SignIn.Method(deviceKey: key), authentication: .deviceKey(at: time), for: request,
            changing: change)
    }

    /// Reads the same for every key.
    private func find(_ id: DeviceKey.ID?) async throws(SignInFailure) -> FoundDeviceKey? {
        try await ceremonies.accounts.read { snapshot in
            let key = try snapshot.deviceKeys.find(id ?? .nothing)
            let user = try snapshot.users.find(key?.user ?? UserID(rawValue: "no body"))
            guard let key, let user else { return nil }
            return FoundDeviceKey(key: key, user: user)
        }
    }
}

/// A device key with its account.
struct FoundDeviceKey: Sendable {
    let key: DeviceKey
    let user: User

    var publicKey: DevicePublicKey? { DevicePublicKey(stored: key.publicKey) }

    /// Rejects an account that nobody signs in to, and a key that is too weak for the client.
    func require(_ client: Client, in connection: String) throws(SignInFailure) {
        guard user.connection == connection else { throw .deviceKey(.mismatch(.otherConnection)) }
        guard !user.isBlocked else { throw .deviceKey(.mismatch(.inactive)) }
        // Its owner has signed, and has to know.
        try user.requireActive()
        guard key.shape == .modern || client.usesLegacyDeviceKeys,
            publicKey.map({ client.accepts($0) }) ?? false
        else { throw .deviceKey(.mismatch(.keyTooWeak)) }
    }
}

extension Client {
    /// Whether a key is strong enough.
    func accepts(_ key: DevicePublicKey) -> Bool {
        key.rsaBits.map { $0 >= minimumDeviceKeyBits } ?? true
    }

    var minimumDeviceKeyBits: Int {
        usesLegacyDeviceKeys && acceptsWeakDeviceKeys ? DevicePublicKey.legacyRSABits : 2048
    }
}

extension DeviceKey.ID {
    static let nothing = DeviceKey.ID(rawValue: "no thing")
}

extension SignIn.Method {
    init(deviceKey key: DeviceKey) {
        self.init("device-key")
        ways = [key.id.way]
        limitKey = "device-key:" + key.id.rawValue
    }
}

extension AuthenticationFacts {
    /// The facts of an authentication with a device key (RFC 8176): the proof of possession, and not of hardware.
    static func deviceKey(at time: Timestamp) -> AuthenticationFacts {
        AuthenticationFacts(authenticatedAt: time, methods: ["pop"])
    }
}
