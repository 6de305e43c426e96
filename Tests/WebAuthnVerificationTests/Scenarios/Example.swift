// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// The relying party, account and time that the tests share.
enum Example {
    static let relyingPartyID = "example.org"
    static let origin = "https://example.org"
    static let relyingParty = RelyingParty(id: relyingPartyID, origins: [Origin(rawValue: origin)])
    static let challenge = Challenge(uncheckedBytes: Array(0..<32))
    /// A challenge whose text differs between base64url and standard base64.
    static let challengeWithBothAlphabets = Challenge(uncheckedBytes: [0xFB, 0xEF, 0xBF, 0xFF] + Array(0..<28))
    static let framing = RelyingParty.Framing.allowed(topOrigins: [Origin(rawValue: "https://top.example")])
    static let owner = UserHandle(Array("an account".utf8)) ?? UserHandle.unreachable
    static let otherOwner = UserHandle(Array("another account".utf8)) ?? UserHandle.unreachable
    static let now = Timestamp.now()

    /// The attestation authority. It is shared because creating certificates is slow.
    static let authority = Result { try AttestationAuthority() }

    static func anchors() throws -> TrustAnchors {
        try TrustAnchors(der: [authority.get().root.der])
    }
}

extension UserHandle {
    /// A valid handle that is never used.
    fileprivate static var unreachable: UserHandle {
        UserHandle([1]).unsafelyUnwrapped
    }
}
