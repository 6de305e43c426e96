// SPDX-License-Identifier: Apache-2.0

import CBORWriting
import Cryptography
import SoftwareAuthenticator
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// Accepted responses and certificates that are as costly as an attacker can make them.
enum CostlyCases {
    static let packedName = "costly: packed, 8 certificates, P-521"
    static let compoundName = "costly: compound, 5 packed, P-521"
    static let loadedName = "costly: packed, a certificate of 24 KB"
    static let rsaName = "costly: RSA, 8192 bits, an exponent of 64 bits"

    /// The registrations with a gate: the work limit of the verifier.
    static let registrationNames = [packedName, compoundName, loadedName]

    static func all() throws -> [BenchmarkCase] {
        let bare = CeremonyCases.bareName("ES256")
        return [
            try registration(packedName) { settings, profile in
                profile.attestation = .packed
                settings.attestationKeyAlgorithm = .es512
            } editing: {
                $0.repeatCertificate(8)
            },
            try registration(compoundName) { settings, profile in
                profile.attestation = .compound
                profile.compoundParts = Array(repeating: .packed, count: 5)
                settings.attestationKeyAlgorithm = .es512
            },
            try registration(loadedName) { settings, profile in
                profile.attestation = .packed
                settings.editCertificate = { $0.extensions += load(24 << 10) }
            },
            BenchmarkCase(name: rsaName, counterpart: bare, operation: try rsaCheck()),
        ]
    }

    private static func registration(
        _ name: String, configuring change: (inout CeremonySettings, inout AuthenticatorProfile) -> Void,
        editing edit: (inout CBORMap) -> Void = { _ in }
    ) throws -> BenchmarkCase {
        var (settings, profile) = (CeremonySettings.with { $0.attestation = .always }, AuthenticatorProfile.securityKey)
        change(&settings, &profile)
        let sample = try CostlyRegistration(settings: settings, profile: profile, editing: edit)
        return .of(name, counterpart: CeremonyCases.bareName("ES256")) {
            try RegistrationVerification.verify(json: sample.json, against: sample.pending, at: sample.time)
        }
    }

    /// Returns as many minimal extensions as fit, each with its own OID.
    private static func load(_ byteCount: Int) -> [CertificateTemplate.Extension] {
        (0..<byteCount / 12).map { CertificateTemplate.Extension(oid: "1.3.\($0 / 100).\($0 % 100)", value: []) }
    }

    /// Verifies an invalid signature, which takes as long as a valid one.
    private static func rsaCheck() throws -> () -> Bool {
        let modulus = [0x80] + [UInt8](repeating: 0x55, count: 1023)
        let key = try PublicKey.rsa(modulus: modulus, exponent: [UInt8](repeating: 0xFF, count: 8))
        let signature = [0] + [UInt8](repeating: 0x33, count: 1023)
        return { !key.isValid(signature: signature, for: [1], scheme: .rsaPKCS1(.sha256)) }
    }
}

/// A registration response with an enlarged part.
private struct CostlyRegistration {
    let json: [UInt8]
    let pending: PendingRegistration
    let time = Timestamp.now()

    init(settings: CeremonySettings, profile: AuthenticatorProfile, editing edit: (inout CBORMap) -> Void) throws {
        let challenge = Challenge(uncheckedBytes: Randomness.bytes(32))
        let handle = try Self.require(UserHandle(Randomness.bytes(16)))
        let options = CreationOptions(
            relyingPartyID: "example.com", relyingPartyName: "Example",
            user: .init(id: handle, name: "anne", displayName: "Anne"), challenge: challenge)
        let authenticator = SoftwareAuthenticator(profile: profile)
        let response = try authenticator.create(
            optionsJSON: options.jsonBytes, origin: "https://example.com", settings: settings)
        json = try Self.edited(response, by: edit)
        pending = PendingRegistration(
            relyingParty: RelyingParty(id: "example.com", origins: [Origin(rawValue: "https://example.com")]),
            challenge: challenge, registeredCredentials: .rejectedByStore)
    }

    private static func edited(_ json: [UInt8], by edit: (inout CBORMap) -> Void) throws -> [UInt8] {
        var members = try require(JSONReader.read(json).objectValue)
        var response = try require(members["response"]?.objectValue)
        let bytes = try require(response["attestationObject"]?.stringValue.flatMap { Base64URL.decode($0) })
        var object = try require(CBORReader.read(bytes).mapValue)
        for index in object.entries.indices where object.entries[index].key == .text("attStmt") {
            guard case .map(var statement) = object.entries[index].value else { continue }
            edit(&statement)
            object.entries[index].value = .map(statement)
        }
        response["attestationObject"] = .string(Base64URL.encode(CBORWriter.write(.map(object))))
        members["response"] = .object(response)
        return JSONValue.object(members).serialized()
    }

    private struct Missing: Error {}

    private static func require<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw Missing() }
        return value
    }
}

extension CBORMap {
    /// Fills `x5c` with copies of its last certificate, up to this count.
    fileprivate mutating func repeatCertificate(_ count: Int) {
        for index in entries.indices where entries[index].key == .text("x5c") {
            guard case .array(var list) = entries[index].value, let last = list.last else { continue }
            while list.count < count { list.append(last) }
            entries[index].value = .array(list)
        }
    }
}
