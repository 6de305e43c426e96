// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

// Stands in for a part of Apple's UIKit, only to type-check for Apple platforms: no behavior, never linked. It declares
// what Apple documents, with the availability that is newer than iOS 16.0 and visionOS 1.0.

@_exported public import Foundation

@MainActor
open class UIResponder: NSObject {
    nonisolated public override init() { fatalError() }
}

@MainActor
open class UIView: UIResponder {
    public var window: UIWindow? { fatalError() }
}

@MainActor
open class UIWindow: UIView {
    public var isKeyWindow: Bool { fatalError() }
    public weak var windowScene: UIWindowScene?
}

@MainActor
open class UIScene: UIResponder {
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive
        case foregroundInactive
        case background
    }

    public var activationState: ActivationState { fatalError() }
}

@MainActor
open class UIWindowScene: UIScene {
    public var windows: [UIWindow] { fatalError() }
    public var keyWindow: UIWindow? { fatalError() }
}

@MainActor
open class UIApplication: UIResponder {
    @available(iOSApplicationExtension, unavailable)
    @available(macCatalystApplicationExtension, unavailable)
    @available(visionOSApplicationExtension, unavailable)
    open class var shared: UIApplication { fatalError() }
    public var connectedScenes: Set<UIScene> { fatalError() }

    nonisolated public class var didBecomeActiveNotification: Notification.Name { fatalError() }
    nonisolated public class var didEnterBackgroundNotification: Notification.Name { fatalError() }
}

@MainActor
open class UIDevice: NSObject {
    open class var current: UIDevice { fatalError() }
    open var name: String { fatalError() }
    open var model: String { fatalError() }
    open var systemName: String { fatalError() }
    open var systemVersion: String { fatalError() }
}

public struct UITextContentType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { fatalError() }
    public static let username: UITextContentType = { fatalError() }()
    public static let emailAddress: UITextContentType = { fatalError() }()
    public static let name: UITextContentType = { fatalError() }()
    public static let password: UITextContentType = { fatalError() }()
    public static let newPassword: UITextContentType = { fatalError() }()
    public static let oneTimeCode: UITextContentType = { fatalError() }()
}

public enum UIKeyboardType: Int, Sendable {
    case `default`
    case asciiCapable
    case numbersAndPunctuation
    case URL
    case numberPad
    case phonePad
    case namePhonePad
    case emailAddress
}
