// SPDX-License-Identifier: Apache-2.0

/// Finds signing keys.
package protocol SigningKeyReading {
    func find(_ id: String) throws -> SigningKeyRecord?
    /// Lists the keys of a host, the oldest first.
    func list(host: String) throws -> [SigningKeyRecord]
}

/// Changes signing keys.
package protocol SigningKeyStore: SigningKeyReading {
    /// Fails with `alreadyExists`.
    func insert(_ key: SigningKeyRecord) throws
    /// Fails with `modifiedConcurrently` unless the key is in the given stage, and with `notFound`.
    func move(_ id: String, from stage: SigningKeyRecord.Stage, to next: SigningKeyRecord.Stage) throws
}
