// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// The items of one place. They stay on this device, and can be read from the first unlock after a restart on.
///
/// An item has a label, which changes with its contents. What names a label applies to an item with this label only,
/// and the keychain does that in one step: so a process that was overtaken by another one changes nothing.
struct KeychainItems: Sendable {
    let place: KeychainPlace
    /// The client, because an application may have several.
    let account: String

    /// Returns `nil` if there is no item. A locked device is an error: it does not mean that no user is signed in.
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

    func write(_ bytes: [UInt8], as name: String, label: String) throws(PasskeyError) {
        // Another process may add the item in between, or remove it.
        for _ in 0..<3 {
            if try update(bytes, of: name, label: label) { return }
            if try add(bytes, as: name, label: label) { return }
        }
        throw .keychain(status: errSecDuplicateItem)
    }

    /// Returns whether there was an item to write to.
    func update(
        _ bytes: [UInt8], of name: String, label: String, replacing old: String? = nil
    ) throws(PasskeyError) -> Bool {
        if let memory = place.memory { return memory.update(bytes, of: name, label: label, replacing: old) }
        let changes = attributes(of: bytes, label: label)
        let status = SecItemUpdate(query(for: name, label: old) as CFDictionary, changes as CFDictionary)
        guard status != errSecItemNotFound else { return false }
        try check(status)
        return true
    }

    /// Returns whether the item was added: of several processes, one adds it.
    func add(_ bytes: [UInt8], as name: String, label: String) throws(PasskeyError) -> Bool {
        if let memory = place.memory { return memory.add(bytes, as: name, label: label) }
        let item = query(for: name).merging(attributes(of: bytes, label: label)) { $1 }
        let status = SecItemAdd(item as CFDictionary, nil)
        guard status != errSecDuplicateItem else { return false }
        try check(status)
        return true
    }

    func remove(_ name: String, label: String? = nil) throws(PasskeyError) {
        if let memory = place.memory { return memory.remove(name, label: label) }
        let status = SecItemDelete(query(for: name, label: label) as CFDictionary)
        guard status != errSecItemNotFound else { return }
        try check(status)
    }

    private func query(for name: String, label: String? = nil) -> [String: Any] {
        var query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: place.service,
            kSecAttrAccount as String: "\(account)/\(name)",
            // On a Mac, the keychain that works as on iOS.
            kSecUseDataProtectionKeychain as String: true,
        ]
        if let group = place.accessGroup { query[kSecAttrAccessGroup as String] = group }
        if let label { query[kSecAttrLabel as String] = label }
        return query
    }

    private func attributes(of bytes: [UInt8], label: String) -> [String: Any] {
        [
            kSecValueData as String: Data(bytes), kSecAttrLabel as String: label,
            kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
    }

    private func check(_ status: OSStatus) throws(PasskeyError) {
        guard status == errSecSuccess else { throw .keychain(status: status) }
    }
}

extension PasskeyError {
    /// Whether the device was not yet unlocked since it started. The keychain opens with the first unlock.
    var isLockedKeychain: Bool { self == .keychain(status: errSecInteractionNotAllowed) }
}
