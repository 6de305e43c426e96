// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

// Source for this file: Apple's documentation. iOS 8, macOS 10.10, visionOS 1. The allocator and the error are pointers
// of Core Foundation there, for which this SDK passes `nil`; the protection is a `CFTypeRef`, which every `CFString`
// is.

@available(iOS 8.0, macOS 10.10, visionOS 1.0, *)
public final class SecAccessControl: Sendable {
    fileprivate init() {}
}

@available(iOS 8.0, macOS 10.10, visionOS 1.0, *)
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let userPresence = SecAccessControlCreateFlags(rawValue: 1 << 0)
    public static let privateKeyUsage = SecAccessControlCreateFlags(rawValue: 1 << 30)
}

/// Keys that are there only while the screen is unlocked can't sign in the background: nothing here may make one.
@available(iOS 8.0, macOS 10.10, visionOS 1.0, *)
public func SecAccessControlCreateWithFlags(
    _ allocator: OpaquePointer?, _ protection: CFString, _ flags: SecAccessControlCreateFlags,
    _ error: OpaquePointer?
) -> SecAccessControl? {
    protection == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly && flags.contains(.privateKeyUsage)
        ? SecAccessControl() : nil
}
