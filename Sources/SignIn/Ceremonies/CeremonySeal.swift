// SPDX-License-Identifier: Apache-2.0

package import Cryptography
import WireFormats

/// Seals ceremonies into the `auth_session` that a client holds, encrypted and authenticated. Anybody can request any
/// number of them, so each is sealed with a key of its own.
package struct CeremonySeal: Sendable {
    let key: AEADKey
    /// Binds what is sealed to this use of the key and to the form of its contents.
    private let context: [UInt8]

    private static let sessionContext = Array("thumbturn ceremony 2".utf8)
    private static let challengeContext = Array("thumbturn challenge 1".utf8)

    package init(key: AEADKey, surface: CeremonySurface = .clients) {
        self.key = key
        context = surface == .ceremonyAPI ? Self.challengeContext : Self.sessionContext
    }

    /// Seals a ceremony into text for a URL or JSON.
    package func seal(_ ceremony: Ceremony) -> String {
        Base64URL.encode(key.sealApart(ceremony.bytes, authenticating: context))
    }

    /// Opens a session that this key has sealed.
    package func open(_ text: String) throws(CeremonyRejection) -> Ceremony {
        guard let sealed = Base64URL.decode(text), let bytes = key.openApart(sealed, authenticating: context),
            let ceremony = Ceremony(bytes: bytes)
        else { throw .notSealedHere }
        return ceremony
    }
}
