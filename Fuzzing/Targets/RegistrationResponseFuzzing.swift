// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

extension FuzzTarget {
    /// Accepted responses were signed. A stricter relying party accepts no more, and the spelling of the JSON doesn't
    /// matter.
    static let registrationResponse = FuzzTarget(
        name: "registration-response", accepts: ["a registration", "a trusted registration"]
    ) { checkRegistration($0) }

    static func checkRegistration(_ json: [UInt8]) {
        let lenient = verdict(on: json, against: SampleCeremonies.lenientRegistration)
        let strict = verdict(on: json, against: SampleCeremonies.strictRegistration)
        if let value = try? JSONReader.read(json) {
            let respelled = verdict(on: value.serialized(), against: SampleCeremonies.lenientRegistration)
            require(respelled.isSame(as: lenient), "the verdict depends on the JSON value only")
        }
        switch (lenient, strict) {
        case (.failure(let rejection), .failure(let other)):
            requireExplained(rejection)
            requireExplained(other)
            // Different identifiers are a fault of step 3, but are detected after parsing the attestation object.
            let isInOrder = rejection == .credentialIDMismatch || other.step.rawValue <= rejection.step.rawValue
            require(isInOrder, "a stricter relying party accepts no more")
        case (.failure, .success):
            require(false, "a stricter relying party accepts no more")
        case (.success(let registration), .failure(let rejection)):
            requireExplained(rejection)
            check(registration, from: json)
        case (.success(let registration), .success(let trusted)):
            accepted("a trusted registration")
            check(registration, from: json)
            require(trusted.publicKey == registration.publicKey, "a stricter relying party stores the same key")
            require(isTrustworthy(trusted.attestation), "trusted attestations have certificates of the seeds")
        }
    }

    private typealias Verdict = Result<VerifiedRegistration, RegistrationRejection>

    private static func verdict(on json: [UInt8], against pending: PendingRegistration) -> Verdict {
        do {
            return .success(
                try RegistrationVerification.verify(json: json, against: pending, at: SampleCeremonies.time))
        } catch {
            return .failure(error)
        }
    }

    private static func check(_ registration: VerifiedRegistration, from json: [UInt8]) {
        guard let response = try? RegistrationResponse(json: json),
            let object = try? AttestationObject(response.attestationObject)
        else { fatalError("an accepted response is parsed the same twice") }
        accepted("a registration")
        let data = object.authenticatorData
        require(
            registration.credentialID == object.credential.id
                && registration.publicKey.coseBytes == object.credential.publicKeyBytes
                && registration.flags == data.flags
                && registration.signCount == data.signCount,
            "stored values are those of the authenticator data")
        let mayBeZero = [.fidoU2F, .compound].contains(object.format)
        require(
            registration.aaguid == object.credential.aaguid || (mayBeZero && registration.aaguid == .zero),
            "the AAGUID was signed, or is zero")
        require(
            (try? CredentialPublicKey(coseBytes: registration.publicKey.coseBytes)) == registration.publicKey,
            "a stored key can be parsed")
        let relyingParty = DigestAlgorithm.sha256.hash(Array("example.org".utf8))
        require(data.relyingPartyIDHash == relyingParty, "the credential is for the relying party")
        require((1...1023).contains(registration.credentialID.bytes.count), "an identifier has 1 to 1023 bytes")
        require(
            (registration.attestation.kind == .none) == (object.format == .none), "the kind none has the format none")
        require(
            isAttested(object, clientDataHash: DigestAlgorithm.sha256.hash(response.clientDataJSON)),
            "accepted responses were signed")
    }

    /// Whether a seed has the same signed data, if the format has a signature.
    private static func isAttested(_ object: AttestationObject, clientDataHash: [UInt8]) -> Bool {
        let inner = object.statement.value.arrayValue?.compactMap { $0.mapValue?["fmt"]?.textValue } ?? []
        let formats = object.format == .compound ? inner.map(AttestationFormatID.init(rawValue:)) : [object.format]
        return !formats.isEmpty
            && formats.allSatisfy { format in
                switch format {
                case .none: true
                case .fidoU2F:
                    SignedSeeds.u2fMessage(of: object, clientDataHash: clientDataHash).map(
                        SignedSeeds.attestedAsU2F.contains) ?? false
                default: SignedSeeds.attested.contains(object.authenticatorDataBytes + clientDataHash)
                }
            }
    }

    private static func isTrustworthy(_ attestation: VerifiedAttestation) -> Bool {
        guard attestation.voucher == .anchor, let leaf = attestation.certificates.first,
            let certificate = try? Certificate(der: leaf)
        else { return false }
        return SignedSeeds.certificates.contains(SignedSeeds.identity(certificate))
    }
}

extension Result<VerifiedRegistration, RegistrationRejection> {
    fileprivate func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.failure(let one), .failure(let other)): one == other
        case (.success(let one), .success(let other)):
            one.credentialID == other.credentialID && one.publicKey == other.publicKey
                && one.attestation == other.attestation && one.extensionOutputs == other.extensionOutputs
        default: false
        }
    }
}
