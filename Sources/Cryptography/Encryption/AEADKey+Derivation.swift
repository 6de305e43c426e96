// SPDX-License-Identifier: Apache-2.0

extension HKDF {
    /// 32 bytes for one use, which `info` names, from a secret that is random enough to be a key itself.
    package static func deriveKey(secret: [UInt8], info: [UInt8]) -> [UInt8] {
        guard let bytes = derive(secret: secret, salt: [], info: info, count: 32, .sha256) else {
            fatalError("HKDF gives 32 bytes")
        }
        return bytes
    }
}

extension AEADKey {
    /// The key for one use, which `info` names, from a secret that is random enough to be a key itself.
    package static func derived(secret: [UInt8], info: [UInt8]) -> AEADKey {
        guard let key = AEADKey(bytes: HKDF.deriveKey(secret: secret, info: info)) else {
            fatalError("a derived key has the right length")
        }
        return key
    }
}
