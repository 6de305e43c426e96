// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// How well an authenticator protects a credential: the signed output of `credProtect`.
public enum CredentialProtection: Int, Hashable, Sendable {
    /// The user need not be verified.
    case userVerificationOptional = 1
    /// The user has to be verified unless the credential is named.
    case userVerificationOptionalWithCredentialIDList
    /// The user has to be verified.
    case userVerificationRequired

    init?(_ extensions: CBORMap?) {
        guard let level = extensions?["credProtect"]?.intValue else { return nil }
        self.init(rawValue: level)
    }
}
