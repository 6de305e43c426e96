// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// The relying party, the account and the moment that all trials share.
enum Example {
    static let relyingPartyID = "example.org"
    static let origin = "https://example.org"
    static let relyingParty = RelyingParty(id: relyingPartyID, origins: [Origin(rawValue: origin)])
    static let challenge = Challenge(uncheckedBytes: Array(0..<32))
    /// Contains both characters in which the two alphabets of base64 differ.
    static let challengeWithBothAlphabets = Challenge(uncheckedBytes: [0xFB, 0xEF, 0xBF, 0xFF] + Array(0..<28))
    static let framing = RelyingParty.Framing.allowed(topOrigins: [Origin(rawValue: "https://top.example")])
    static let owner = UserHandle(Array("an account".utf8)) ?? UserHandle.unreachable
    static let stranger = UserHandle(Array("another account".utf8)) ?? UserHandle.unreachable
    static let now = Timestamp.now()

    /// Made once: certificates are costly, and every trial may share them.
    static let authority = Result { try AttestationAuthority() }

    static func anchors() throws -> TrustAnchors {
        try TrustAnchors(der: [authority.get().root.der])
    }
}

extension UserHandle {
    /// A handle of one byte; the initializer refuses only empty and long ones.
    fileprivate static var unreachable: UserHandle {
        UserHandle([1]).unsafelyUnwrapped
    }
}
