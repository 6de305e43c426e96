// SPDX-License-Identifier: Apache-2.0

@_spi(AppleDouble) import AuthenticationServices
import CryptoKit
import Foundation
import WireFormats

/// The response of a software authenticator as the credentials that an app receives.
struct CeremonyResponse {
    struct Malformed: Error {}

    private let credentialID: Data
    private let members: [String: Any]
    private let extensions: [String: Any]

    init(_ json: [UInt8]) throws {
        let whole = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
        guard let whole, let members = whole["response"] as? [String: Any],
            let credentialID = Self.bytes(whole["rawId"])
        else {
            throw Malformed()
        }
        self.credentialID = credentialID
        self.members = members
        extensions = whole["clientExtensionResults"] as? [String: Any] ?? [:]
    }

    func platformRegistration(isCrossPlatform: Bool) -> ASAuthorizationPlatformPublicKeyCredentialRegistration {
        let isBlobSupported = (extensions["largeBlob"] as? [String: Any])?["supported"] as? Bool
        return ASAuthorizationPlatformPublicKeyCredentialRegistration(
            rawClientDataJSON: data("clientDataJSON"), credentialID: credentialID,
            rawAttestationObject: data("attestationObject"), isCrossPlatform: isCrossPlatform, prf: registrationPRF,
            largeBlob: isBlobSupported.map { supported in
                supported
                    ? ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput.supported : .unsupported
            })
    }

    var securityKeyRegistration: ASAuthorizationSecurityKeyPublicKeyCredentialRegistration {
        ASAuthorizationSecurityKeyPublicKeyCredentialRegistration(
            rawClientDataJSON: data("clientDataJSON"), credentialID: credentialID,
            rawAttestationObject: data("attestationObject"),
            transports: (members["transports"] as? [String] ?? []).map { .init(rawValue: $0) })
    }

    func platformAssertion(isCrossPlatform: Bool) -> ASAuthorizationPlatformPublicKeyCredentialAssertion {
        ASAuthorizationPlatformPublicKeyCredentialAssertion(
            rawClientDataJSON: data("clientDataJSON"), credentialID: credentialID,
            rawAuthenticatorData: data("authenticatorData"), userID: Self.bytes(members["userHandle"]),
            signature: data("signature"), isCrossPlatform: isCrossPlatform, prf: assertionPRF, largeBlob: blobResult)
    }

    var securityKeyAssertion: ASAuthorizationSecurityKeyPublicKeyCredentialAssertion {
        ASAuthorizationSecurityKeyPublicKeyCredentialAssertion(
            rawClientDataJSON: data("clientDataJSON"), credentialID: credentialID,
            rawAuthenticatorData: data("authenticatorData"), userID: Self.bytes(members["userHandle"]),
            signature: data("signature"))
    }

    // MARK: - Extensions

    private var registrationPRF: ASAuthorizationPublicKeyCredentialPRFRegistrationOutput? {
        guard let prf = extensions["prf"] as? [String: Any] else { return nil }
        let keys = Self.keys(prf["results"])
        return ASAuthorizationPublicKeyCredentialPRFRegistrationOutput(
            isSupported: prf["enabled"] as? Bool ?? false, first: keys.first, second: keys.dropFirst().first)
    }

    private var assertionPRF: ASAuthorizationPublicKeyCredentialPRFAssertionOutput? {
        let keys = Self.keys((extensions["prf"] as? [String: Any])?["results"])
        guard let first = keys.first else { return nil }
        return ASAuthorizationPublicKeyCredentialPRFAssertionOutput(first: first, second: keys.dropFirst().first)
    }

    private var blobResult: ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput? {
        guard let blob = extensions["largeBlob"] as? [String: Any] else { return nil }
        if let written = blob["written"] as? Bool { return .write(success: written) }
        return .read(data: Self.bytes(blob["blob"]))
    }

    private static func keys(_ results: Any?) -> [SymmetricKey] {
        let results = results as? [String: Any] ?? [:]
        return ["first", "second"].compactMap { bytes(results[$0]) }.map { SymmetricKey(data: $0) }
    }

    private func data(_ name: String) -> Data { Self.bytes(members[name]) ?? Data() }

    private static func bytes(_ member: Any?) -> Data? {
        (member as? String).flatMap { Base64URL.decode($0) }.map { Data($0) }
    }
}
