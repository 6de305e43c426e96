// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// The relying party and the two ceremonies that all seeds are responses to, judged leniently and strictly.
enum Trial {
    static let time = Timestamp(secondsSince1970: 1_798_761_600)  // 2027-01-01
    static let owner = UserHandle(Array("an account".utf8)) ?? { fatalError("the handle is short enough") }()
    private static let registrationChallenge = "AMMPt4UxxGTStncdq417YDwBFi8vpIa-pw8oOuVW4TA"
    private static let authenticationChallenge = "OcDnUhQXulTUPo3JUXT0I97pvzzYBP9tZchXyav01Ag"

    static let lenientRegistration: PendingRegistration = {
        var pending = registration(framing: .allowed(topOrigins: [Origin(rawValue: "https://top.example")]))
        pending.userVerification = .preferred
        pending.mediation = .conditional
        pending.attestationPolicy.androidKeyAuthority = .trustedEnvironmentOrSoftware
        return pending
    }()

    static let strictRegistration: PendingRegistration = {
        var pending = registration(framing: .notAllowed)
        pending.attestationTrust = .required(AttestationTrust.Sources(anchors: roots))
        return pending
    }()

    /// Where the person's identity is known, and where only the response tells.
    static let lenientAuthentication: PendingAuthentication = {
        var pending = authentication(
            .identified(owner), framing: .allowed(topOrigins: [Origin(rawValue: "https://top.example")]))
        pending.userVerification = .preferred
        pending.counterPolicy = .reportRegression
        return pending
    }()

    static let strictAuthentication = authentication(.discoverable, framing: .notAllowed)

    /// A response around an attestation object, with the client data of the seeds.
    static func responseJSON(attestationObject: [UInt8]) -> [UInt8]? {
        guard let object = try? AttestationObject(attestationObject) else { return nil }
        let clientData =
            #"{"type":"webauthn.create","challenge":"\#(registrationChallenge)","origin":"https://example.org","#
            + #""crossOrigin":false}"#
        let id = object.credential.id.base64URL
        let text =
            #"{"id":"\#(id)","rawId":"\#(id)","type":"public-key","response":{"clientDataJSON":""#
            + Base64URL.encode(Array(clientData.utf8)) + #"","attestationObject":""#
            + Base64URL.encode(attestationObject) + #""}}"#
        return Array(text.utf8)
    }

    private static func registration(framing: RelyingParty.Framing) -> PendingRegistration {
        var pending = PendingRegistration(
            relyingParty: relyingParty(framing), challenge: challenge(registrationChallenge),
            registeredCredentials: .known([]))
        pending.algorithms = COSEAlgorithmID.allImplemented
        pending.attestationPolicy.safetyNetFreshness = .notChecked
        return pending
    }

    private static func authentication(
        _ user: PendingAuthentication.User, framing: RelyingParty.Framing
    ) -> PendingAuthentication {
        var pending = PendingAuthentication(
            relyingParty: relyingParty(framing), challenge: challenge(authenticationChallenge), user: user)
        pending.appID = .requested("https://example.org/appid.json")
        return pending
    }

    private static func relyingParty(_ framing: RelyingParty.Framing) -> RelyingParty {
        RelyingParty(id: "example.org", origins: [Origin(rawValue: "https://example.org")], framing: framing)
    }

    private static func challenge(_ text: String) -> Challenge {
        Challenge(uncheckedBytes: Base64URL.decode(text) ?? [])
    }
}
