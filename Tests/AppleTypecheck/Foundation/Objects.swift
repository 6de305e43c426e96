// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals
// swift-format-ignore-file: AlwaysUseLowerCamelCase

// Stands in for a part of Apple's Foundation, only to type-check for Apple platforms: no behavior, never linked. It
// declares what Apple documents, with the availability that is newer than iOS 16.0, macOS 13.0 and visionOS 1.0.

@_exported public import Darwin

public protocol NSObjectProtocol: AnyObject {}

open class NSObject: NSObjectProtocol, Hashable {
    public init() { fatalError() }
    open var description: String { fatalError() }
    // On NSObjectProtocol in Objective-C, whose classes are objects, too.
    open class func responds(to selector: Selector!) -> Bool { fatalError() }
    open class func perform(_ selector: Selector!) -> Unmanaged<AnyObject>! { fatalError() }
    public static func == (left: NSObject, right: NSObject) -> Bool { fatalError() }
    public func hash(into hasher: inout Hasher) { fatalError() }
}

public struct Selector: Hashable, Sendable {}

public func NSSelectorFromString(_ name: String) -> Selector { fatalError() }

public class NSData: NSObject, @unchecked Sendable {
    public init(data: Data) { fatalError() }
}

open class NSLock: NSObject, @unchecked Sendable {
    open var name: String?

    @available(*, noasync, message: "Use async-safe scoped locking instead")
    open func lock() { fatalError() }

    @available(*, noasync, message: "Use async-safe scoped locking instead")
    open func unlock() { fatalError() }

    public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { fatalError() }
}

open class NSCondition: NSObject, @unchecked Sendable {
    @available(*, noasync, message: "Use async-safe scoped locking instead")
    open func lock() { fatalError() }

    @available(*, noasync, message: "Use async-safe scoped locking instead")
    open func unlock() { fatalError() }

    @available(*, noasync, message: "Use async-safe scoped locking instead")
    open func wait() { fatalError() }

    open func broadcast() { fatalError() }
}

open class Bundle: NSObject, @unchecked Sendable {
    open class var main: Bundle { fatalError() }
    open var bundleIdentifier: String? { fatalError() }
    open var bundleURL: URL { fatalError() }
    open var infoDictionary: [String: Any]? { fatalError() }
    open var preferredLocalizations: [String] { fatalError() }
    open func localizedString(forKey key: String, value: String?, table: String?) -> String { fatalError() }
    open func object(forInfoDictionaryKey key: String) -> Any? { fatalError() }
}

public struct OperatingSystemVersion: Sendable {
    public var majorVersion: Int
    public var minorVersion: Int
    public var patchVersion: Int
    public init(majorVersion: Int, minorVersion: Int, patchVersion: Int) { fatalError() }
}

open class ProcessInfo: NSObject, @unchecked Sendable {
    open class var processInfo: ProcessInfo { fatalError() }
    open var environment: [String: String] { fatalError() }
    open var arguments: [String] { fatalError() }
    open var operatingSystemVersion: OperatingSystemVersion { fatalError() }
    open var operatingSystemVersionString: String { fatalError() }
    open var systemUptime: TimeInterval { fatalError() }
    open var isiOSAppOnMac: Bool { fatalError() }
    #if !os(macOS)
        open func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {
            fatalError()
        }
    #endif
    open func isOperatingSystemAtLeast(_ version: OperatingSystemVersion) -> Bool { fatalError() }
}

open class OperationQueue: NSObject, @unchecked Sendable {
    open class var main: OperationQueue { fatalError() }
    open var maxConcurrentOperationCount: Int = { fatalError() }()
}

open class UserDefaults: NSObject, @unchecked Sendable {
    open class var standard: UserDefaults { fatalError() }
    public init?(suiteName: String?) { fatalError() }
    open func bool(forKey key: String) -> Bool { fatalError() }
    open func string(forKey key: String) -> String? { fatalError() }
    open func set(_ value: Any?, forKey key: String) { fatalError() }
    open func removeObject(forKey key: String) { fatalError() }
}

public struct Notification: @unchecked Sendable {
    public struct Name: Hashable, RawRepresentable, Sendable {
        public var rawValue: String
        public init(_ rawValue: String) { fatalError() }
        public init(rawValue: String) { fatalError() }
    }

    public var name: Name
    public var object: Any?
    public var userInfo: [AnyHashable: Any]?
}

open class NotificationCenter: NSObject, @unchecked Sendable {
    public final class Notifications: AsyncSequence, @unchecked Sendable {
        public struct Iterator: AsyncIteratorProtocol {
            public mutating func next() async -> Notification? { fatalError() }
        }
        public func makeAsyncIterator() -> Iterator { fatalError() }
    }

    open class var `default`: NotificationCenter { fatalError() }
    public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications { fatalError() }
    open func post(name: Notification.Name, object: Any?) { fatalError() }
    open func addObserver(
        forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
        using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol { fatalError() }
    open func removeObserver(_ observer: Any) { fatalError() }
}
