// SPDX-License-Identifier: Apache-2.0

import Foundation
import POSIX
import Security
import TestLimits
import TestSupport
import Testing

@Suite(.turnLimit)
struct KeychainDoubleTests {
    private let keychain = SimulatedKeychain()

    private func item(
        group: String? = nil, accessible: CFString = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
    ) -> [String: Any] {
        var item = query(group: group)
        item[kSecAttrAccessible as String] = accessible
        item[kSecValueData as String] = Data("secret".utf8)
        return item
    }

    private func query(group: String? = nil) -> [String: Any] {
        var query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: "service",
            kSecAttrAccount as String: "account",
        ]
        if let group { query[kSecAttrAccessGroup as String] = group }
        return query
    }

    private func read(_ query: [String: Any]) -> (OSStatus, Data?) {
        var query = query
        query[kSecReturnData as String] = true
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        return (status, result as? Data)
    }

    @Test
    func `an item is added, read, changed and deleted`() {
        KeychainDouble.$keychain.withValue(keychain) {
            #expect(read(query()).0 == errSecItemNotFound)
            #expect(SecItemAdd(item() as CFDictionary, nil) == errSecSuccess)
            #expect(read(query()).1 == Data("secret".utf8))
            let change = [kSecValueData as String: Data("other".utf8)]
            #expect(SecItemUpdate(query() as CFDictionary, change as CFDictionary) == errSecSuccess)
            #expect(read(query()).1 == Data("other".utf8))
            #expect(SecItemDelete(query() as CFDictionary) == errSecSuccess)
            #expect(SecItemDelete(query() as CFDictionary) == errSecItemNotFound)
            #expect(SecItemUpdate(query() as CFDictionary, change as CFDictionary) == errSecItemNotFound)
        }
    }

    @Test
    func `only one of many tasks adds an item`() async {
        let statuses = await KeychainDouble.$keychain.withValue(keychain) {
            await withTaskGroup(of: OSStatus.self) { group in
                for _ in 0..<32 { group.addTask { SecItemAdd(item() as CFDictionary, nil) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(statuses.filter { $0 == errSecSuccess }.count == 1)
        #expect(statuses.filter { $0 == errSecDuplicateItem }.count == 31)
    }

    @Test
    func `a device that was never unlocked gives nothing away`() {
        KeychainDouble.$keychain.withValue(keychain) {
            SecItemAdd(item() as CFDictionary, nil)
            keychain.lockState = .beforeFirstUnlock
            #expect(read(query()).0 == errSecInteractionNotAllowed)
            #expect(SecItemDelete(query() as CFDictionary) == errSecInteractionNotAllowed)
            #expect(
                SecItemUpdate(query() as CFDictionary, [kSecValueData as String: Data()] as CFDictionary)
                    == errSecInteractionNotAllowed)
            #expect(SecItemAdd(item(group: "other") as CFDictionary, nil) == errSecInteractionNotAllowed)
            keychain.lockState = .screenLocked
            #expect(read(query()).0 == errSecSuccess)
        }
    }

    @Test
    func `a locked screen hides items that need an unlocked device`() {
        KeychainDouble.$keychain.withValue(keychain) {
            SecItemAdd(item(accessible: kSecAttrAccessibleWhenUnlockedThisDeviceOnly) as CFDictionary, nil)
            keychain.lockState = .screenLocked
            #expect(read(query()).0 == errSecInteractionNotAllowed)
        }
    }

    @Test
    func `an item that stays on this device can't synchronize`() {
        KeychainDouble.$keychain.withValue(keychain) {
            var item = item()
            item[kSecAttrSynchronizable as String] = true
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecParam)
            item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlock
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            #expect(read(query()).0 == errSecItemNotFound)
        }
    }

    @Test
    func `access groups have items of their own`() {
        KeychainDouble.$keychain.withValue(keychain) {
            #expect(SecItemAdd(item(group: "first") as CFDictionary, nil) == errSecSuccess)
            #expect(SecItemAdd(item(group: "second") as CFDictionary, nil) == errSecSuccess)
            #expect(SecItemDelete(query(group: "first") as CFDictionary) == errSecSuccess)
            #expect(read(query(group: "first")).0 == errSecItemNotFound)
            #expect(read(query(group: "second")).0 == errSecSuccess)
            #expect(keychain.attribute(kSecAttrAccessGroup, account: "account") == "second")
        }
    }

    #if os(Linux)
        /// Its descriptor was once inherited, and the owner then waited for the end of a process that waited for the
        /// owner.
        @Test
        func `a process that starts during a change does not hold the lock of a shared keychain`() async throws {
            try await withTemporaryFolder { folder in
                let keychain = SimulatedKeychain(sharedAt: folder + "/keychain")
                async let changes: Void = { for _ in 0..<200 { _ = keychain.count } }()
                for _ in 0..<20 {
                    let child = try #require(Self.sleeper())
                    defer {
                        kill(child, SIGKILL)
                        waitpid(child, nil, 0)
                    }
                    let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(child)/fd").map { name in
                        // It may be closed by now.
                        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(child)/fd/\(name)")
                    }
                    #expect(!files.isEmpty)
                    #expect(!files.contains("\(folder)/keychain.lock"))
                }
                await changes
            }
        }

        private static func sleeper() -> pid_t? {
            var child: pid_t = 0
            var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("60"), nil]
            defer { for text in arguments { free(text) } }
            return posix_spawn(&child, "/bin/sleep", nil, nil, &arguments, environ) == 0 ? child : nil
        }
    #endif
}
