// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// Where the keychain keeps a session. Applications and extensions with the same place and access group share it.
public struct KeychainPlace: Hashable, Sendable {
    /// The service of the item. Two clients in one application need different ones.
    public var service: String
    /// The access group, if several applications share the session.
    public var accessGroup: String?
    /// What stands in for the keychain where nothing may be left in it.
    var memory: MemoryKeychain?

    /// Names a place.
    public init(service: String = "thumbturn", accessGroup: String? = nil) {
        self.service = service
        self.accessGroup = accessGroup
    }
}

/// The items of one place. They stay on this device, and can be read from the first unlock after a restart on.
struct KeychainItems: Sendable {
    let place: KeychainPlace
    /// The client, because an application may have several.
    let account: String

    /// Returns `nil` if there is no item. A locked device is an error: it does not mean that nobody is signed in.
    func read(_ name: String) throws(PasskeyError) -> [UInt8]? {
        if let memory = place.memory { return memory.read(name) }
        var query = query(for: name)
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var found: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &found)
        guard status != errSecItemNotFound else { return nil }
        try check(status)
        return (found as? Data).map { [UInt8]($0) }
    }

    func write(_ bytes: [UInt8], as name: String) throws(PasskeyError) {
        // Another process may add the item in between, or remove it.
        for _ in 0..<3 {
            if try update(bytes, of: name) { return }
            if try add(bytes, as: name) { return }
        }
        throw .keychain(status: errSecDuplicateItem)
    }

    /// Returns whether there was an item to write to.
    func update(_ bytes: [UInt8], of name: String) throws(PasskeyError) -> Bool {
        if let memory = place.memory { return memory.update(bytes, of: name) }
        let status = SecItemUpdate(query(for: name) as CFDictionary, attributes(of: bytes) as CFDictionary)
        guard status != errSecItemNotFound else { return false }
        try check(status)
        return true
    }

    /// Returns whether the item was added: of several processes, one adds it.
    func add(_ bytes: [UInt8], as name: String) throws(PasskeyError) -> Bool {
        if let memory = place.memory { return memory.add(bytes, as: name) }
        let item = query(for: name).merging(attributes(of: bytes)) { $1 }
        let status = SecItemAdd(item as CFDictionary, nil)
        guard status != errSecDuplicateItem else { return false }
        try check(status)
        return true
    }

    func remove(_ name: String) throws(PasskeyError) {
        if let memory = place.memory { return memory.remove(name) }
        let status = SecItemDelete(query(for: name) as CFDictionary)
        guard status != errSecItemNotFound else { return }
        try check(status)
    }

    private func query(for name: String) -> [String: Any] {
        var query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: place.service,
            kSecAttrAccount as String: "\(account)/\(name)",
            // On a Mac, the keychain that works as on iOS.
            kSecUseDataProtectionKeychain as String: true,
        ]
        if let group = place.accessGroup { query[kSecAttrAccessGroup as String] = group }
        return query
    }

    private func attributes(of bytes: [UInt8]) -> [String: Any] {
        [
            kSecValueData as String: Data(bytes),
            kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
    }

    private func check(_ status: OSStatus) throws(PasskeyError) {
        guard status == errSecSuccess else { throw .keychain(status: status) }
    }
}
