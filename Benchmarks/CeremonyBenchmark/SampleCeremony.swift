// SPDX-License-Identifier: Apache-2.0

import Cryptography
import SoftwareAuthenticator
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// A passkey that was registered and used once, with the data of both sides.
struct SampleCeremony {
    struct Algorithm {
        let name: String
        let key: KeyAlgorithm
        let id: COSEAlgorithmID
        /// OpenSSL's name of the digest, or `nil` if the scheme has none.
        let digest: String?

        static let es256 = Algorithm(name: "ES256", key: .es256, id: .es256, digest: "SHA2-256")
        static let all = [
            es256,
            Algorithm(name: "EdDSA", key: .edDSA, id: .edDSA, digest: nil),
            Algorithm(name: "RS256", key: .rs256, id: .rs256, digest: "SHA2-256"),
            Algorithm(name: "ES384", key: .es384, id: .es384, digest: "SHA2-384"),
        ]
    }

    let algorithm: Algorithm
    let pendingRegistration: PendingRegistration
    let registrationJSON: [UInt8]
    let registration: VerifiedRegistration
    let subjectPublicKeyInfo: [UInt8]
    let pendingAuthentication: PendingAuthentication
    let authenticationJSON: [UInt8]
    let authentication: AuthenticationResponse
    let owner: UserHandle

    private static let relyingPartyID = "accounts.example.com"
    private static let origin = "https://accounts.example.com"

    /// Creates a passkey like an iPhone's, with this algorithm and attestation.
    init(_ algorithm: Algorithm, attestation: AttestationKind = .none) throws {
        self.algorithm = algorithm
        let authenticator = SoftwareAuthenticator(
            profile: .iCloudKeychain.with {
                $0.algorithms = [algorithm.key]
                $0.attestation = attestation
            })
        let relyingParty = RelyingParty(id: Self.relyingPartyID, origins: [Origin(rawValue: Self.origin)])
        owner = try Self.require(UserHandle(Randomness.bytes(16)))

        var creation = CreationOptions(
            relyingPartyID: Self.relyingPartyID, relyingPartyName: "Example",
            user: .init(id: owner, name: "anne@example.com", displayName: "Anne"),
            challenge: Challenge(uncheckedBytes: Randomness.bytes(32)))
        creation.algorithms = [algorithm.id]
        creation.attestation = .direct
        registrationJSON = try authenticator.create(optionsJSON: creation.jsonBytes, origin: Self.origin)
        var pending = PendingRegistration(
            relyingParty: relyingParty, challenge: creation.challenge, registeredCredentials: .rejectedByStore)
        pending.algorithms = [algorithm.id]
        pendingRegistration = pending
        registration = try RegistrationVerification.verify(json: registrationJSON, against: pending, at: .now())
        let publicKey = try JSONReader.read(registrationJSON)["response"]?["publicKey"]?.stringValue
        subjectPublicKeyInfo = try Self.require(publicKey.flatMap { Base64URL.decode($0) })

        let request = RequestOptions(
            relyingPartyID: Self.relyingPartyID, challenge: Challenge(uncheckedBytes: Randomness.bytes(32)))
        authenticationJSON = try authenticator.get(optionsJSON: request.jsonBytes, origin: Self.origin)
        authentication = try AuthenticationResponse(json: authenticationJSON)
        pendingAuthentication = PendingAuthentication(
            relyingParty: relyingParty, challenge: request.challenge, user: .discoverable)
    }

    var signature: [UInt8] { authentication.signature }

    var signedBytes: [UInt8] {
        authentication.authenticatorData + DigestAlgorithm.sha256.hash(authentication.clientDataJSON)
    }

    /// The record of the passkey with a parsed key.
    var parsedCredential: WebAuthnVerification.StoredCredential { registration.storedCredential(owner: owner) }

    /// The record of the passkey with its key as stored bytes.
    var rebuiltCredential: WebAuthnVerification.StoredCredential {
        var credential = parsedCredential
        credential.publicKey = .coseBytes(registration.publicKey.coseBytes)
        return credential
    }

    private struct Missing: Error {}

    private static func require<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw Missing() }
        return value
    }
}
