// SPDX-License-Identifier: Apache-2.0

/// Why authenticator data cannot be taken apart.
public enum AuthenticatorDataRejection: Error, Hashable, Sendable {
    /// The bytes end before what the flags announce.
    case truncated
    /// Bytes are left over after all that the flags announce.
    case trailingBytes(Int)
    /// The credential public key is not a CBOR map in canonical form.
    case publicKeyMalformed
    /// The extension outputs are not a well-formed CBOR map.
    case extensionsMalformed
}
