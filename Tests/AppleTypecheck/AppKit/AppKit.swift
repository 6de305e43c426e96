// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

// Stands in for a part of Apple's AppKit, only to type-check for Apple platforms: no behavior, never linked. It
// declares what Apple documents, with the availability that is newer than macOS 13.0.

@_exported public import Foundation

@MainActor
open class NSResponder: NSObject {
    nonisolated public override init() { fatalError() }
}

@MainActor
open class NSWindow: NSResponder {
    open var isKeyWindow: Bool { fatalError() }
    open var isVisible: Bool { fatalError() }
}

@MainActor
open class NSApplication: NSResponder {
    open class var shared: NSApplication { fatalError() }
    open var keyWindow: NSWindow? { fatalError() }
    open var mainWindow: NSWindow? { fatalError() }
    open var windows: [NSWindow] { fatalError() }
    open var isActive: Bool { fatalError() }

    nonisolated public class var didBecomeActiveNotification: Notification.Name { fatalError() }
    nonisolated public class var didResignActiveNotification: Notification.Name { fatalError() }
}

/// Implicitly unwrapped by Apple, too; without a value until the application starts.
@MainActor public var NSApp: NSApplication! { fatalError() }

public struct NSTextContentType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { fatalError() }
    public static let username: NSTextContentType = { fatalError() }()
    public static let password: NSTextContentType = { fatalError() }()
    public static let oneTimeCode: NSTextContentType = { fatalError() }()
    @available(macOS 14.0, *)
    public static let newPassword: NSTextContentType = { fatalError() }()
    @available(macOS 14.0, *)
    public static let emailAddress: NSTextContentType = { fatalError() }()
    @available(macOS 14.0, *)
    public static let name: NSTextContentType = { fatalError() }()
}
