// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Stands in for a part of Apple's SwiftUI, only to type-check for Apple platforms: no behavior, never linked. It
// declares what Apple documents, with the availability that is newer than iOS 16.0, macOS 13.0 and visionOS 1.0.

public struct ButtonRole: Equatable, Sendable {
    public static let destructive: ButtonRole = { fatalError() }()
    public static let cancel: ButtonRole = { fatalError() }()
    @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
    public static let confirm: ButtonRole = { fatalError() }()
}

public struct Button<Label: View>: View {
    nonisolated public init(
        action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
    ) { fatalError() }
    nonisolated public init(
        role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
    ) { fatalError() }
    public var body: Never { fatalError() }
}

extension Button where Label == Text {
    nonisolated public init(_ key: LocalizedStringKey, action: @escaping @MainActor () -> Void) { fatalError() }
    @_disfavoredOverload
    nonisolated public init<Title: StringProtocol>(_ title: Title, action: @escaping @MainActor () -> Void) {
        fatalError()
    }
    nonisolated public init(
        _ key: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) { fatalError() }
    @_disfavoredOverload
    nonisolated public init<Title: StringProtocol>(
        _ title: Title, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) { fatalError() }
}

extension Button where Label == SwiftUI.Label<Text, Image> {
    @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
    nonisolated public init(
        _ key: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void
    ) { fatalError() }
}

public struct TextField<Label: View>: View {
    public var body: Never { fatalError() }
}

extension TextField where Label == Text {
    nonisolated public init(_ key: LocalizedStringKey, text: Binding<String>) { fatalError() }
    @_disfavoredOverload
    nonisolated public init<Title: StringProtocol>(_ title: Title, text: Binding<String>) { fatalError() }
    nonisolated public init(_ key: LocalizedStringKey, text: Binding<String>, prompt: Text?) { fatalError() }
}

public struct SecureField<Label: View>: View {
    public var body: Never { fatalError() }
}

extension SecureField where Label == Text {
    nonisolated public init(_ key: LocalizedStringKey, text: Binding<String>) { fatalError() }
    @_disfavoredOverload
    nonisolated public init<Title: StringProtocol>(_ title: Title, text: Binding<String>) { fatalError() }
}

public struct ProgressView<Label: View>: View {
    public var body: Never { fatalError() }
}

extension ProgressView where Label == EmptyView {
    nonisolated public init() { fatalError() }
}

extension ProgressView where Label == Text {
    nonisolated public init(_ key: LocalizedStringKey) { fatalError() }
    @_disfavoredOverload
    nonisolated public init<Title: StringProtocol>(_ title: Title) { fatalError() }
}

public struct LabeledContent<Label: View, Content: View>: View {
    public var body: Never { fatalError() }
}

extension LabeledContent where Label == Text, Content == Text {
    nonisolated public init<Value: StringProtocol>(_ key: LocalizedStringKey, value: Value) { fatalError() }
}

// MARK: - Styles

@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {}

public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}
public struct BorderedButtonStyle: PrimitiveButtonStyle {}
public struct BorderlessButtonStyle: PrimitiveButtonStyle {}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: BorderedProminentButtonStyle { fatalError() }
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    public static var bordered: BorderedButtonStyle { fatalError() }
}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    public static var borderless: BorderlessButtonStyle { fatalError() }
}

public enum ControlSize: Hashable, Sendable {
    case mini
    case small
    case regular
    case large
    @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
    case extraLarge
}

public enum SubmitLabel: Sendable {
    case done
    case go
    case next
    case `continue`
}

extension View {
    nonisolated public func buttonStyle<Style: PrimitiveButtonStyle>(_ style: Style) -> some View { fatalError() }
    nonisolated public func controlSize(_ size: ControlSize) -> some View { fatalError() }
    nonisolated public func disabled(_ isDisabled: Bool) -> some View { fatalError() }
    nonisolated public func onSubmit(_ action: @escaping () -> Void) -> some View { fatalError() }
    nonisolated public func submitLabel(_ label: SubmitLabel) -> some View { fatalError() }
    nonisolated public func autocorrectionDisabled(_ isDisabled: Bool = true) -> some View { fatalError() }
    nonisolated public func focused(_ condition: FocusState<Bool>.Binding) -> some View { fatalError() }
}

// Each platform has its own type of content, and a Mac has no keyboard to choose.
#if os(macOS)
    extension View {
        nonisolated public func textContentType(_ type: NSTextContentType?) -> some View { fatalError() }
    }
#else
    public struct TextInputAutocapitalization: Sendable {
        public static var never: TextInputAutocapitalization { fatalError() }
        public static var words: TextInputAutocapitalization { fatalError() }
        public static var sentences: TextInputAutocapitalization { fatalError() }
    }

    extension View {
        nonisolated public func textContentType(_ type: UITextContentType?) -> some View { fatalError() }
        nonisolated public func keyboardType(_ type: UIKeyboardType) -> some View { fatalError() }
        nonisolated public func textInputAutocapitalization(
            _ capitalization: TextInputAutocapitalization?
        ) -> some View { fatalError() }
    }
#endif
