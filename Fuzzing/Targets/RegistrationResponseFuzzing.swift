// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

extension FuzzTarget {
    /// What is accepted was signed; how strict a relying party is decides how far a response gets, its spelling never.
    static let registrationResponse = FuzzTarget(
        name: "registration-response", accepts: ["a registration", "a trusted registration"]
    ) { checkRegistration($0) }

    static func checkRegistration(_ json: [UInt8]) {
        let lenient = verdict(json, Trial.lenientRegistration)
        let strict = verdict(json, Trial.strictRegistration)
        if let value = try? JSONReader.read(json) {
            let respelled = verdict(value.serialized(), Trial.lenientRegistration)
            require(respelled.isSame(as: lenient), "a verdict is about the JSON, not about its spelling")
        }
        switch (lenient, strict) {
        case (.failure(let rejection), .failure(let other)):
            requireExplained(rejection)
            requireExplained(other)
            // That the identifiers differ belongs to the shape of the response, and is seen once the object is read.
            let isInOrder = rejection == .credentialIDMismatch || other.step.rawValue <= rejection.step.rawValue
            require(isInOrder, "strictness gets nobody further")
        case (.failure, .success):
            require(false, "strictness gets nobody further")
        case (.success(let registration), .failure(let rejection)):
            requireExplained(rejection)
            check(registration, json)
        case (.success(let registration), .success(let trusted)):
            accepted("a trusted registration")
            check(registration, json)
            require(trusted.publicKey == registration.publicKey, "strictness changes nothing of what is stored")
            require(isTrustworthy(trusted.attestation), "what is trusted was certified")
        }
    }

    private typealias Verdict = Result<VerifiedRegistration, RegistrationRejection>

    private static func verdict(_ json: [UInt8], _ pending: PendingRegistration) -> Verdict {
        do {
            return .success(try RegistrationVerification.verify(json: json, against: pending, at: Trial.time))
        } catch {
            return .failure(error)
        }
    }

    private static func check(_ registration: VerifiedRegistration, _ json: [UInt8]) {
        guard let response = try? RegistrationResponse(json: json),
            let object = try? AttestationObject(response.attestationObject)
        else { fatalError("what is accepted is read twice alike") }
        accepted("a registration")
        let data = object.authenticatorData
        require(
            registration.credentialID == object.credential.id
                && registration.publicKey.coseBytes == object.credential.publicKeyBytes
                && registration.flags == data.flags
                && registration.signCount == data.signCount,
            "what is stored is what the authenticator data says")
        let mayBeZero = [.fidoU2F, .compound].contains(object.format)
        require(
            registration.aaguid == object.credential.aaguid || (mayBeZero && registration.aaguid == .zero),
            "the model is the one that was signed, or none")
        require(
            (try? CredentialPublicKey(coseBytes: registration.publicKey.coseBytes)) == registration.publicKey,
            "what is stored can be read again")
        let relyingParty = DigestAlgorithm.sha256.hash(Array("example.org".utf8))
        require(data.relyingPartyIDHash == relyingParty, "the credential is for the relying party")
        require((1...1023).contains(registration.credentialID.bytes.count), "an identifier has 1 to 1023 bytes")
        require((registration.attestation.kind == .none) == (object.format == .none), "none is none")
        require(isAttested(object, DigestAlgorithm.sha256.hash(response.clientDataJSON)), "what is accepted was signed")
    }

    /// Whether somebody with the key vouched for this, wherever the format has anybody vouch.
    private static func isAttested(_ object: AttestationObject, _ clientDataHash: [UInt8]) -> Bool {
        let inner = object.statement.value.arrayValue?.compactMap { $0.mapValue?["fmt"]?.textValue } ?? []
        let formats = object.format == .compound ? inner.map(AttestationFormatID.init(rawValue:)) : [object.format]
        return !formats.isEmpty
            && formats.allSatisfy { format in
                switch format {
                case .none: true
                case .fidoU2F:
                    Originals.u2fMessage(object, clientDataHash).map(Originals.attestedAsU2F.contains) ?? false
                default: Originals.attested.contains(object.authenticatorDataBytes + clientDataHash)
                }
            }
    }

    private static func isTrustworthy(_ attestation: VerifiedAttestation) -> Bool {
        guard attestation.voucher == .anchor, let leaf = attestation.certificates.first,
            let certificate = try? Certificate(der: leaf)
        else { return false }
        return Originals.certificates.contains(Originals.identity(certificate))
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
