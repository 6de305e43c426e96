// SPDX-License-Identifier: Apache-2.0

/// The place of a session in the keychain. Applications and extensions with the same place and access group share it.
public struct KeychainPlace: Hashable, Sendable {
    /// The service of the item. Two clients in one application need different ones.
    public var service: String
    /// The access group, if several applications share the session.
    public var accessGroup: String?
    /// The stand-in for the keychain where nothing may be left in it.
    var memory: MemoryKeychain?

    /// Names a place.
    public init(service: String = "thumbturn", accessGroup: String? = nil) {
        self.service = service
        self.accessGroup = accessGroup
    }
}
