// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Stands in for a part of Apple's SwiftUI, only to type-check for Apple platforms: no behavior, never linked. It
// declares what Apple documents, with the availability that is newer than iOS 16.0, macOS 13.0 and visionOS 1.0.

public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) { fatalError() }
        public mutating func appendLiteral(_ literal: String) { fatalError() }
        public mutating func appendInterpolation(_ text: String) { fatalError() }
        public mutating func appendInterpolation(_ text: Text) { fatalError() }
        public mutating func appendInterpolation<Style: FormatStyle>(
            _ value: Style.FormatInput, format: Style
        ) where Style.FormatInput: Equatable, Style.FormatOutput == String { fatalError() }
        public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) { fatalError() }
    }

    public init(_ key: String) { fatalError() }
    public init(stringLiteral key: String) { fatalError() }
    public init(stringInterpolation: StringInterpolation) { fatalError() }
}

public struct Text: View, Equatable, Sendable {
    public struct DateStyle: Equatable, Sendable {
        public static let date: DateStyle = { fatalError() }()
        public static let relative: DateStyle = { fatalError() }()
    }

    nonisolated public init(verbatim text: String) { fatalError() }
    @_disfavoredOverload
    nonisolated public init<Content: StringProtocol>(_ text: Content) { fatalError() }
    nonisolated public init(
        _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
    ) { fatalError() }
    nonisolated public init(_ date: Date, style: DateStyle) { fatalError() }
    nonisolated public init<Style: FormatStyle>(
        _ value: Style.FormatInput, format: Style
    ) where Style.FormatInput: Equatable, Style.FormatOutput == String { fatalError() }
    public var body: Never { fatalError() }
    nonisolated public static func == (left: Text, right: Text) -> Bool { fatalError() }
    @available(iOS, introduced: 13.0, deprecated: 26.0, message: "Use string interpolation")
    @available(macOS, introduced: 10.15, deprecated: 26.0, message: "Use string interpolation")
    @available(visionOS, introduced: 1.0, deprecated: 26.0, message: "Use string interpolation")
    nonisolated public static func + (left: Text, right: Text) -> Text { fatalError() }
}

public struct Image: View, Equatable, Sendable {
    nonisolated public init(systemName: String) { fatalError() }
    public var body: Never { fatalError() }
    nonisolated public static func == (left: Image, right: Image) -> Bool { fatalError() }
}

public struct Label<Title: View, Icon: View>: View {
    nonisolated public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) { fatalError() }
    public var body: Never { fatalError() }
}

extension Label where Title == Text, Icon == Image {
    nonisolated public init(_ key: LocalizedStringKey, systemImage name: String) { fatalError() }
    @_disfavoredOverload
    nonisolated public init<Content: StringProtocol>(_ title: Content, systemImage name: String) { fatalError() }
}

public struct Font: Hashable, Sendable {
    public static let body: Font = { fatalError() }()
    public static let callout: Font = { fatalError() }()
    public static let caption: Font = { fatalError() }()
    public static let footnote: Font = { fatalError() }()
    public static let headline: Font = { fatalError() }()
    public static let largeTitle: Font = { fatalError() }()
    public static let subheadline: Font = { fatalError() }()
    public static let title: Font = { fatalError() }()
}

public protocol ShapeStyle: Sendable {}

public struct HierarchicalShapeStyle: ShapeStyle {
    public static let primary: HierarchicalShapeStyle = { fatalError() }()
    public static let secondary: HierarchicalShapeStyle = { fatalError() }()
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var primary: HierarchicalShapeStyle { fatalError() }
    public static var secondary: HierarchicalShapeStyle { fatalError() }
}

extension View {
    nonisolated public func font(_ font: Font?) -> some View { fatalError() }
    nonisolated public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> some View { fatalError() }
}
