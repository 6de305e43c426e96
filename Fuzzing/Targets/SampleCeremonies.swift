// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// The ceremonies that the seeds respond to, with lenient and strict relying parties.
enum SampleCeremonies {
    static let time = Timestamp(secondsSince1970: 1_798_761_600)  // 2027-01-01
    static let owner = UserHandle(Array("an account".utf8)) ?? { fatalError("the handle is valid") }()
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

    /// The user is identified beforehand. In the strict one, the response identifies the user.
    static let lenientAuthentication: PendingAuthentication = {
        var pending = authentication(
            .identified(owner), framing: .allowed(topOrigins: [Origin(rawValue: "https://top.example")]))
        pending.userVerification = .preferred
        pending.counterPolicy = .reportRegression
        return pending
    }()

    static let strictAuthentication = authentication(.discoverable, framing: .notAllowed)

    /// Returns a response with the attestation object and the client data of the seeds.
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

extension SampleCeremonies {
    /// The root of the software authenticator's certificates in the seeds. Its key was discarded.
    static let roots: TrustAnchors = {
        let pem = """
            -----BEGIN CERTIFICATE-----
            MIIB2jCCAYGgAwIBAgIQQka/SrqZVbq+9mo9yU16RzAKBggqhkjOPQQDAjA9MSQw
            IgYDVQQKDBtFeGFtcGxlIEF1dGhlbnRpY2F0b3IgV29ya3MxFTATBgNVBAMMDEZ1
            enppbmcgUm9vdDAeFw0yNjExMTkyMDA0NDRaFw0zNjExMTcyMDA0NDRaMD0xJDAi
            BgNVBAoMG0V4YW1wbGUgQXV0aGVudGljYXRvciBXb3JrczEVMBMGA1UEAwwMRnV6
            emluZyBSb290MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEgyXPolgTZqrQoVqo
            gFz38K+HZw4KqNOQWKTpXQkZ9BqZf0YUJ/1LR5FifXpIGXIbkD4OXfVLKUw4f4WP
            qk3aq6NjMGEwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAQYwHQYDVR0O
            BBYEFPWlj9XkdYgDB837VnmbNnZmRmlcMB8GA1UdIwQYMBaAFPWlj9XkdYgDB837
            VnmbNnZmRmlcMAoGCCqGSM49BAMCA0cAMEQCIC0d/TxWMXJKCLniQ/OiIAoUFkw8
            VVdEBLfOlG311gIFAiArEELEnFcT47xrCpH4WB821duA/ypfy9DbWue9IG/Hbg==
            -----END CERTIFICATE-----
            """
        guard let roots = try? TrustAnchors(pem: pem) else { fatalError("the root is valid") }
        return roots
    }()
}
