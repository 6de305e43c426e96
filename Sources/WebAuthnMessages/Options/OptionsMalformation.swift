// SPDX-License-Identifier: Apache-2.0

/// Why options for a ceremony cannot be read.
public enum OptionsMalformation: Error, Hashable, Sendable {
    /// The bytes are not strict JSON; the text says where and why.
    case notJSON(String)
    /// A required member is absent, null or of another type.
    case memberMissing(String)
    /// A member is not base64url without padding, or has an impossible length.
    case memberNotBase64URL(String)
}
