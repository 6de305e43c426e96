// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Stands in for a part of Apple's Foundation, only to type-check for Apple platforms: no behavior, never linked. It
// declares what Apple documents, with the availability that is newer than iOS 16.0, macOS 13.0 and visionOS 1.0.

public protocol FormatStyle: Hashable, Codable, Sendable {
    associatedtype FormatInput
    associatedtype FormatOutput
    func format(_ value: FormatInput) -> FormatOutput
}

extension Date {
    public struct FormatStyle: Foundation.FormatStyle {
        public struct DateStyle: Hashable, Codable, Sendable {
            public static var omitted: DateStyle { fatalError() }
            public static var numeric: DateStyle { fatalError() }
            public static var abbreviated: DateStyle { fatalError() }
            public static var long: DateStyle { fatalError() }
            public static var complete: DateStyle { fatalError() }
        }

        public struct TimeStyle: Hashable, Codable, Sendable {
            public static var omitted: TimeStyle { fatalError() }
            public static var shortened: TimeStyle { fatalError() }
            public static var standard: TimeStyle { fatalError() }
            public static var complete: TimeStyle { fatalError() }
        }

        public init(date: DateStyle? = nil, time: TimeStyle? = nil) { fatalError() }
        public func format(_ value: Date) -> String { fatalError() }
        public func day() -> FormatStyle { fatalError() }
        public func month() -> FormatStyle { fatalError() }
        public func year() -> FormatStyle { fatalError() }
    }

    public struct RelativeFormatStyle: Foundation.FormatStyle {
        public struct Presentation: Hashable, Codable, Sendable {
            public static var numeric: Presentation { fatalError() }
            public static var named: Presentation { fatalError() }
        }

        public func format(_ value: Date) -> String { fatalError() }
    }

    public func formatted() -> String { fatalError() }
    public func formatted(date: FormatStyle.DateStyle, time: FormatStyle.TimeStyle) -> String { fatalError() }
    public func formatted<Style: Foundation.FormatStyle>(
        _ style: Style
    ) -> Style.FormatOutput where Style.FormatInput == Date { fatalError() }
}

extension FormatStyle where Self == Date.FormatStyle {
    public static var dateTime: Date.FormatStyle { fatalError() }
}

extension FormatStyle where Self == Date.RelativeFormatStyle {
    public static func relative(
        presentation: Date.RelativeFormatStyle.Presentation
    ) -> Date.RelativeFormatStyle { fatalError() }
}

open class PersonNameComponentsFormatter: NSObject, @unchecked Sendable {
    public enum Style: Int, Sendable {
        case `default`
        case short
        case medium
        case long
        case abbreviated
    }

    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
    }

    open class func localizedString(
        from components: PersonNameComponents, style: Style, options: Options = []
    ) -> String { fatalError() }
    open func string(from components: PersonNameComponents) -> String { fatalError() }
}

public struct LocalizedStringResource: ExpressibleByStringLiteral, Equatable, Sendable {
    public init(stringLiteral text: String) { fatalError() }
}

extension String {
    public struct LocalizationValue: ExpressibleByStringInterpolation, Equatable, Sendable {
        public init(stringLiteral text: String) { fatalError() }
        public init(_ text: String) { fatalError() }
    }

    public init(
        localized key: LocalizationValue, table: String? = nil, bundle: Bundle? = nil, locale: Locale = .current,
        comment: StaticString? = nil
    ) { fatalError() }
    public init(localized resource: LocalizedStringResource) { fatalError() }
}

// MARK: - JSON

open class JSONDecoder: @unchecked Sendable {
    public enum DateDecodingStrategy: Sendable {
        case deferredToDate
        case secondsSince1970
        case iso8601
    }

    public init() { fatalError() }
    open var dateDecodingStrategy: DateDecodingStrategy
    open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { fatalError() }
}

open class JSONEncoder: @unchecked Sendable {
    public init() { fatalError() }
    open func encode<Value: Encodable>(_ value: Value) throws -> Data { fatalError() }
}
