// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation
import WireFormats

/// A request as the WebAuthn options that a software authenticator reads.
struct CeremonyOptions {
    /// COSE's numbers. The platform knows ES256 only.
    var algorithms = [-7]
    var residentKey = "required"
    private let relyingPartyID: String
    private let challenge: Data
    private var user: (id: Data, name: String, displayName: String)?
    private var userVerification = "preferred"
    private var attestation = "none"
    private var listed: [Data] = []
    private var extensions: [String: Any] = [:]

    init(relyingPartyID: String, challenge: Data, userID: Data, name: String) {
        self.relyingPartyID = relyingPartyID
        self.challenge = challenge
        user = (userID, name, name)
    }

    init(registration request: some ASAuthorizationPublicKeyCredentialRegistrationRequest) {
        relyingPartyID = request.relyingPartyIdentifier
        challenge = request.challenge
        user = (request.userID, request.name, request.displayName ?? request.name)
        userVerification = request.userVerificationPreference.rawValue
        attestation = request.attestationPreference.rawValue
    }

    init(assertion request: some ASAuthorizationPublicKeyCredentialAssertionRequest) {
        relyingPartyID = request.relyingPartyIdentifier
        challenge = request.challenge
        userVerification = request.userVerificationPreference.rawValue
    }

    /// Forgets that the owner has to be verified.
    mutating func skipVerification() { userVerification = "preferred" }

    mutating func exclude(_ credentialIDs: [Data]) { listed = credentialIDs }

    mutating func allow(_ credentialIDs: [Data]) { listed = credentialIDs }

    mutating func add(
        prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput?,
        largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput?
    ) {
        if let prf { extensions["prf"] = prf.inputValues.map { ["eval": $0.json] } ?? [:] }
        if let largeBlob {
            extensions["largeBlob"] = ["support": largeBlob.supportRequirement == .required ? "required" : "preferred"]
        }
    }

    mutating func add(
        prf: ASAuthorizationPublicKeyCredentialPRFAssertionInput?,
        largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput?
    ) {
        if let prf {
            var member: [String: Any] = [:]
            if let values = prf.inputValues { member["eval"] = values.json }
            if let values = prf.perCredentialInputValues {
                member["evalByCredential"] = Dictionary(
                    uniqueKeysWithValues: values.map { ($0.key.base64URL, $0.value.json) })
            }
            extensions["prf"] = member
        }
        switch largeBlob?.operation {
        case .read: extensions["largeBlob"] = ["read": true]
        case .write(let data): extensions["largeBlob"] = ["write": data.base64URL]
        case nil: break
        }
    }

    func creationJSON() throws -> [UInt8] {
        var options: [String: Any] = [
            "rp": ["id": relyingPartyID, "name": relyingPartyID],
            "challenge": challenge.base64URL,
            "pubKeyCredParams": algorithms.map { ["type": "public-key", "alg": $0] },
            "excludeCredentials": descriptors,
            "authenticatorSelection": ["residentKey": residentKey, "userVerification": userVerification],
            "attestation": attestation,
            "extensions": extensions,
        ]
        if let user {
            options["user"] = ["id": user.id.base64URL, "name": user.name, "displayName": user.displayName]
        }
        return try Array(JSONSerialization.data(withJSONObject: options))
    }

    func requestJSON() throws -> [UInt8] {
        let options: [String: Any] = [
            "rpId": relyingPartyID,
            "challenge": challenge.base64URL,
            "allowCredentials": descriptors,
            "userVerification": userVerification,
            "extensions": extensions,
        ]
        return try Array(JSONSerialization.data(withJSONObject: options))
    }

    private var descriptors: [[String: String]] {
        listed.map { ["type": "public-key", "id": $0.base64URL] }
    }
}

extension ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues {
    fileprivate var json: [String: String] {
        var json = ["first": saltInput1.base64URL]
        if let saltInput2 { json["second"] = saltInput2.base64URL }
        return json
    }
}

extension Data {
    fileprivate var base64URL: String { Base64URL.encode(Array(self)) }
}
