// SPDX-License-Identifier: Apache-2.0

package import Cryptography
import WireFormats

/// Makes the `auth_session` that a client holds: encrypted, so that it tells nothing, and authenticated, so that nobody
/// else can make one. Anybody may have as many made as they like, so each is sealed with a key of its own.
package struct CeremonySeal: Sendable {
    let key: AEADKey

    /// Binds what is sealed to this use of the key.
    private static let context = Array("thumbturn ceremony 1".utf8)

    package init(key: AEADKey) {
        self.key = key
    }

    /// Seals a ceremony into text for a URL or JSON.
    package func seal(_ ceremony: Ceremony) -> String {
        Base64URL.encode(key.sealApart(JSONValue.object(ceremony.json).serialized(), authenticating: Self.context))
    }

    /// Opens a seal of this key; one of another, or a damaged one, is none.
    package func open(_ text: String) throws(CeremonyRejection) -> Ceremony {
        guard let sealed = Base64URL.decode(text), let bytes = key.openApart(sealed, authenticating: Self.context),
            let json = try? JSONReader.read(bytes), let ceremony = Ceremony(json: json)
        else { throw .notSealedHere }
        return ceremony
    }
}

/// Why a sealed ceremony cannot be gone on with. The client is told only that there is none.
package enum CeremonyRejection: Error, Hashable, Sendable {
    /// It was not sealed here, or was changed since.
    case notSealedHere
    /// Its time is over.
    case expired
    /// It was started for another client, host or organization.
    case belongsElsewhere
    /// It is for another purpose.
    case purposeMismatch
    /// It has been answered before.
    case alreadyTaken
}
