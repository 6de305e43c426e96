// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    public import Foundation
    internal import POSIX

    /// The seam behind this double of Security: the keychain of the device that the current task runs on.
    public enum KeychainDouble {
        /// The keychain of the current task. Tasks without one of their own share a keychain.
        @TaskLocal public static var keychain = SimulatedKeychain.shared
    }

    /// The keychain of one device. Processes on it share it, and its operations are atomic.
    ///
    /// An item's key is its service, account, access group and whether it synchronizes. A query that names no access
    /// group reaches every group, as for an app that belongs to all of them.
    public final class SimulatedKeychain: Sendable {
        /// The state of the device's lock, which decides what apps can read.
        public enum LockState: Sendable {
            case unlocked
            /// The screen is locked: items that are accessible when unlocked are out of reach.
            case screenLocked
            /// The device started and was never unlocked: every item is out of reach.
            case beforeFirstUnlock
        }

        fileprivate struct Key: Hashable, Codable {
            let service: String
            let account: String
            let group: String
            let isSynchronizable: Bool
        }

        fileprivate struct Item: Codable {
            var attributes: [String: String]
            var data: Data
        }

        fileprivate struct State {
            var items: [Key: Item] = [:]
            /// Key pairs of earlier libraries, by their tags. Other processes don't have them.
            var pairs: [Data: any SimulatedKeyPair] = [:]
            var lockState = LockState.unlocked
            var failure: OSStatus?
        }

        /// The keychain of tasks without one of their own.
        public static let shared = SimulatedKeychain()

        private let state = Locked(State())
        private let file: KeychainFile?

        /// Creates the empty keychain of a new device.
        public init() { file = nil }

        /// Opens the keychain that processes share through a file. Each has its own lock and failure.
        public init(sharedAt path: String) { file = KeychainFile(path: path) }

        /// The device's lock.
        public var lockState: LockState {
            get { state.withLock { $0.lockState } }
            set { state.withLock { $0.lockState = newValue } }
        }

        /// A status that every operation ends with, or `nil`.
        public var failure: OSStatus? {
            get { state.withLock { $0.failure } }
            set { state.withLock { $0.failure = newValue } }
        }

        /// The number of items.
        public var count: Int { withState { $0.items.count } }

        /// The accounts of the items, sorted.
        public var accounts: [String] { withState { $0.items.keys.map(\.account).sorted() } }

        /// An attribute of an item, which may be `kSecUseDataProtectionKeychain` too. Booleans are `true` and `false`.
        public func attribute(_ name: String, account: String) -> String? {
            withState { state in state.items.first { $0.key.account == account }?.value.attributes[name] }
        }

        /// The data of an item.
        public func data(account: String) -> Data? {
            withState { state in state.items.first { $0.key.account == account }?.value.data }
        }

        /// Keeps a key pair, as an earlier library has made it.
        public func keep(_ pair: any SimulatedKeyPair, tagged tag: Data) { state.withLock { $0.pairs[tag] = pair } }

        func pair(tagged tag: Data) -> (any SimulatedKeyPair)? { state.withLock { $0.pairs[tag] } }

        /// Removes all items, as erasing the device does. Deleting an app doesn't.
        public func erase() { withState { $0.items = [:] } }

        // MARK: - Operations

        func add(_ attributes: CFDictionary) -> OSStatus {
            guard let key = Self.key(attributes), let data = attributes[kSecValueData] as? Data else {
                return errSecParam
            }
            var item = Item(attributes: Self.texts(attributes), data: data)
            if item.attributes[kSecAttrAccessible] == nil {
                item.attributes[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlocked
            }
            guard item.isConsistent else { return errSecParam }
            return withState { state in
                if let failure = state.failure { return failure }
                guard state.items[key] == nil else { return errSecDuplicateItem }
                guard state.allowsAccess(to: item) else { return errSecInteractionNotAllowed }
                state.items[key] = item
                return errSecSuccess
            }
        }

        func update(_ query: CFDictionary, _ changes: CFDictionary) -> OSStatus {
            change(query) { item in
                if let data = changes[kSecValueData] as? Data { item?.data = data }
                item?.attributes.merge(Self.texts(changes)) { $1 }
            }
        }

        func delete(_ query: CFDictionary) -> OSStatus { change(query) { $0 = nil } }

        func find(_ query: CFDictionary) -> (OSStatus, Data?) {
            guard Self.isGenericPassword(query) else { return (errSecParam, nil) }
            return withState { state in
                if let failure = state.failure { return (failure, nil) }
                guard let key = state.keys(matching: query).first, let item = state.items[key] else {
                    return (errSecItemNotFound, nil)
                }
                guard state.allowsAccess(to: item) else { return (errSecInteractionNotAllowed, nil) }
                return (errSecSuccess, item.data)
            }
        }

        private func change(_ query: CFDictionary, with body: (inout Item?) -> Void) -> OSStatus {
            guard Self.isGenericPassword(query) else { return errSecParam }
            return withState { state in
                if let failure = state.failure { return failure }
                let keys = state.keys(matching: query)
                guard !keys.isEmpty else { return errSecItemNotFound }
                var changed = state.items
                for key in keys {
                    guard let item = changed[key], state.allowsAccess(to: item) else {
                        return errSecInteractionNotAllowed
                    }
                    body(&changed[key])
                    guard changed[key]?.isConsistent != false else { return errSecParam }
                }
                state.items = changed
                return errSecSuccess
            }
        }

        /// Reads or changes the state with exclusive access.
        private func withState<Result>(_ body: (inout State) -> Result) -> Result {
            state.withLock { state in
                guard let file else { return body(&state) }
                return file.update { items in
                    state.items = items
                    defer { items = state.items }
                    return body(&state)
                }
            }
        }

        private static func isGenericPassword(_ query: CFDictionary) -> Bool {
            query[kSecClass] as? String == kSecClassGenericPassword
        }

        private static func key(_ attributes: CFDictionary) -> Key? {
            guard isGenericPassword(attributes) else { return nil }
            return Key(
                service: attributes[kSecAttrService] as? String ?? "",
                account: attributes[kSecAttrAccount] as? String ?? "",
                group: attributes[kSecAttrAccessGroup] as? String ?? "",
                isSynchronizable: attributes[kSecAttrSynchronizable] as? Bool ?? false)
        }

        private static func texts(_ attributes: CFDictionary) -> [String: String] {
            attributes.compactMapValues { $0 as? String ?? ($0 as? Bool).map { $0 ? "true" : "false" } }
        }
    }

    /// The items of a keychain in a file, which one process at a time reads and writes.
    private struct KeychainFile: Sendable {
        private struct Entry: Codable {
            let key: SimulatedKeychain.Key
            let item: SimulatedKeychain.Item
        }

        let path: String

        /// A signal ends the wait for another process.
        private static func lock(_ descriptor: Int32) -> Bool {
            while flock(descriptor, LOCK_EX) != 0 {
                guard errno == EINTR else { return false }
            }
            return true
        }

        func update<Result>(_ body: (inout [SimulatedKeychain.Key: SimulatedKeychain.Item]) -> Result) -> Result {
            // A process that starts meanwhile must not inherit it: it would hold the lock for as long as it lives.
            let descriptor = open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0, Self.lock(descriptor) else {
                fatalError("the keychain can't be locked: \(systemErrorText(errno))")
            }
            // Closing it ends the lock.
            defer { close(descriptor) }
            let url = URL(filePath: path)
            do {
                let old = FileManager.default.fileExists(atPath: path) ? try Data(contentsOf: url) : Data()
                let entries = old.isEmpty ? [] : try JSONDecoder().decode([Entry].self, from: old)
                var items = Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.item) })
                let result = body(&items)
                let new = try JSONEncoder().encode(items.map { Entry(key: $0.key, item: $0.value) })
                // A process may be killed at any time, and the keychain of a device is whole all the same.
                try new.write(to: url, options: .atomic)
                return result
            } catch {
                fatalError("the keychain's file can't be read or written: \(error)")
            }
        }
    }

    extension SimulatedKeychain.Item {
        fileprivate var accessibility: String { attributes[kSecAttrAccessible] ?? kSecAttrAccessibleWhenUnlocked }

        /// An item that must stay on this device can't synchronize.
        fileprivate var isConsistent: Bool {
            attributes[kSecAttrSynchronizable] != "true"
                || [kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleAfterFirstUnlock].contains(accessibility)
        }
    }

    extension SimulatedKeychain.State {
        fileprivate func allowsAccess(to item: SimulatedKeychain.Item) -> Bool {
            switch lockState {
            case .unlocked: true
            case .screenLocked:
                [kSecAttrAccessibleAfterFirstUnlock, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly]
                    .contains(item.accessibility)
            case .beforeFirstUnlock: false
            }
        }

        /// The keys of the items that a query describes, in a stable order.
        fileprivate func keys(matching query: CFDictionary) -> [SimulatedKeychain.Key] {
            let service = query[kSecAttrService] as? String
            let account = query[kSecAttrAccount] as? String
            let group = query[kSecAttrAccessGroup] as? String
            let reachesBoth = query[kSecAttrSynchronizable] as? String == kSecAttrSynchronizableAny
            let synchronizable = query[kSecAttrSynchronizable] as? Bool ?? false
            let label = query[kSecAttrLabel] as? String
            return items.filter { label == nil || $0.value.attributes[kSecAttrLabel] == label }.keys.filter { key in
                (service == nil || key.service == service) && (account == nil || key.account == account)
                    && (group == nil || key.group == group) && (reachesBoth || key.isSynchronizable == synchronizable)
            }
            .sorted { ($0.service, $0.account, $0.group) < ($1.service, $1.account, $1.group) }
        }
    }
#endif
