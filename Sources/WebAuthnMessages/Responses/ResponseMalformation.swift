// SPDX-License-Identifier: Apache-2.0

/// Why a response does not have the JSON shape of WebAuthn Level 3.
public enum ResponseMalformation: Error, Hashable, Sendable {
    /// The bytes are not strict JSON; the text says where and why.
    case notJSON(String)
    /// The JSON is not an object.
    case notAnObject
    /// A required member is absent or null.
    case memberMissing(String)
    /// A member has another JSON type than the format wants.
    case memberTypeMismatch(String)
    /// A member is not base64url without padding.
    case memberNotBase64URL(String)
    /// A member that must not be empty is.
    case memberEmpty(String)
    /// `type` is not `public-key`.
    case typeNotPublicKey
    /// `id` and `rawId` name different credentials.
    case identifierMismatch
    /// The user handle is longer than 64 bytes.
    case userHandleTooLong(Int)
    /// `clientExtensionResults` is not an object.
    case extensionResultsNotAnObject
}
