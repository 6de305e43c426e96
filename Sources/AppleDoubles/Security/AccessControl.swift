// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

// Source for this file: Apple's documentation. iOS 8, macOS 10.10, visionOS 1. The allocator and the error are pointers
// of Core Foundation there, for which this SDK passes `nil`; the protection is a `CFTypeRef`, which every `CFString`
// is.

@available(iOS 8.0, macOS 10.10, visionOS 1.0, *)
public final class SecAccessControl: Sendable {
    /// When what it protects is there, and what has to happen before it is used.
    @_spi(AppleDouble) public let protection: CFString
    @_spi(AppleDouble) public let flags: SecAccessControlCreateFlags

    fileprivate init(protection: CFString, flags: SecAccessControlCreateFlags) {
        self.protection = protection
        self.flags = flags
    }
}

@available(iOS 8.0, macOS 10.10, visionOS 1.0, *)
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let userPresence = SecAccessControlCreateFlags(rawValue: 1 << 0)

    // iOS 11.3, macOS 10.13.4.
    @available(iOS 11.3, macOS 10.13.4, visionOS 1.0, *)
    public static let biometryCurrentSet = SecAccessControlCreateFlags(rawValue: 1 << 3)

    // iOS 9, macOS 10.12.1.
    @available(iOS 9.0, macOS 10.12.1, visionOS 1.0, *)
    public static let privateKeyUsage = SecAccessControlCreateFlags(rawValue: 1 << 30)
}

/// A key that needs its owner is there while the device has a passcode. One that doesn't has to be there in the
/// background, when the screen is locked: nothing here may make another.
@available(iOS 8.0, macOS 10.10, visionOS 1.0, *)
public func SecAccessControlCreateWithFlags(
    _ allocator: OpaquePointer?, _ protection: CFString, _ flags: SecAccessControlCreateFlags,
    _ error: OpaquePointer?
) -> SecAccessControl? {
    let needsOwner = flags.contains(.userPresence) || flags.contains(.biometryCurrentSet)
    let expected =
        needsOwner
        ? kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly : kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
    guard protection == expected, flags.contains(.privateKeyUsage) else { return nil }
    return SecAccessControl(protection: protection, flags: flags)
}
