// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Stands in for a part of Apple's Foundation, only to type-check for Apple platforms: no behavior, never linked. It
// declares what Apple documents, with the availability that is newer than iOS 16.0, macOS 13.0 and visionOS 1.0.

public typealias TimeInterval = Double

public struct CGFloat: Hashable, Comparable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    public init(_ value: Double) { fatalError() }
    public init(integerLiteral value: Int) { fatalError() }
    public init(floatLiteral value: Double) { fatalError() }
    public static let infinity: CGFloat = { fatalError() }()
    public static func < (left: CGFloat, right: CGFloat) -> Bool { fatalError() }
}

public protocol ContiguousBytes {
    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
}

extension Array: ContiguousBytes where Element == UInt8 {}
extension UnsafeRawBufferPointer: ContiguousBytes {
    public func withUnsafeBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result { fatalError() }
}

public protocol DataProtocol: RandomAccessCollection where Element == UInt8 {}

extension Array: DataProtocol where Element == UInt8 {}

public struct Data: Hashable, Sendable, Codable, RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
    DataProtocol, ContiguousBytes, CustomStringConvertible
{
    public struct Base64EncodingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
    }

    public struct Base64DecodingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
        public static let ignoreUnknownCharacters: Base64DecodingOptions = { fatalError() }()
    }

    public init() { fatalError() }
    public init(count: Int) { fatalError() }
    public init(repeating byte: UInt8, count: Int) { fatalError() }
    public init(bytes: UnsafeRawPointer, count: Int) { fatalError() }
    public init<Bytes: Sequence>(_ bytes: Bytes) where Bytes.Element == UInt8 { fatalError() }
    public init?(base64Encoded text: String, options: Base64DecodingOptions = []) { fatalError() }

    public var description: String { fatalError() }
    public var startIndex: Int { fatalError() }
    public var endIndex: Int { fatalError() }
    public subscript(index: Int) -> UInt8 {
        get { fatalError() }
        set { fatalError() }
    }
    public subscript(bounds: Range<Int>) -> Data {
        get { fatalError() }
        set { fatalError() }
    }
    public mutating func replaceSubrange<Bytes: Collection>(
        _ subrange: Range<Int>, with bytes: Bytes
    ) where Bytes.Element == UInt8 { fatalError() }
    public func subdata(in range: Range<Int>) -> Data { fatalError() }
    public func base64EncodedString(options: Base64EncodingOptions = []) -> String { fatalError() }
    public func withUnsafeBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result { fatalError() }
    public mutating func withUnsafeMutableBytes<Result>(
        _ body: (UnsafeMutableRawBufferPointer) throws -> Result
    ) rethrows -> Result { fatalError() }
}

public struct Date: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    public init() { fatalError() }
    public init(timeIntervalSince1970: TimeInterval) { fatalError() }
    public init(timeIntervalSinceNow: TimeInterval) { fatalError() }
    public static var now: Date { fatalError() }
    public static var distantPast: Date { fatalError() }
    public static var distantFuture: Date { fatalError() }
    public var description: String { fatalError() }
    public var timeIntervalSince1970: TimeInterval { fatalError() }
    public var timeIntervalSinceNow: TimeInterval { fatalError() }
    public func timeIntervalSince(_ other: Date) -> TimeInterval { fatalError() }
    public func addingTimeInterval(_ interval: TimeInterval) -> Date { fatalError() }
    public static func < (left: Date, right: Date) -> Bool { fatalError() }
    public static func + (left: Date, right: TimeInterval) -> Date { fatalError() }
    public static func - (left: Date, right: TimeInterval) -> Date { fatalError() }
}

public struct UUID: Hashable, Sendable, Codable, CustomStringConvertible {
    public init() { fatalError() }
    public init?(uuidString: String) { fatalError() }
    public var uuidString: String { fatalError() }
    public var description: String { fatalError() }
}

public struct Locale: Hashable, Sendable {
    public struct Language: Hashable, Sendable {
        public struct LanguageCode: Hashable, Sendable {
            public var identifier: String { fatalError() }
        }
        public var languageCode: LanguageCode? { fatalError() }
    }

    public init(identifier: String) { fatalError() }
    public static var current: Locale { fatalError() }
    public static var autoupdatingCurrent: Locale { fatalError() }
    public static var preferredLanguages: [String] { fatalError() }
    public var identifier: String { fatalError() }
    public var language: Language { fatalError() }
}

public struct PersonNameComponents: Hashable, Sendable, Codable {
    public init() { fatalError() }
    public init(
        namePrefix: String? = nil, givenName: String? = nil, middleName: String? = nil, familyName: String? = nil,
        nameSuffix: String? = nil, nickname: String? = nil
    ) { fatalError() }
    public var namePrefix: String?
    public var givenName: String?
    public var middleName: String?
    public var familyName: String?
    public var nameSuffix: String?
    public var nickname: String?
    public func formatted() -> String { fatalError() }
}

public struct CharacterSet: Hashable, Sendable {
    public static var whitespaces: CharacterSet { fatalError() }
    public static var whitespacesAndNewlines: CharacterSet { fatalError() }
    public static var urlQueryAllowed: CharacterSet { fatalError() }
    public static var urlPathAllowed: CharacterSet { fatalError() }
}

extension StringProtocol {
    public func contains<Other: StringProtocol>(_ other: Other) -> Bool { fatalError() }
    public func trimmingCharacters(in set: CharacterSet) -> String { fatalError() }
    public func addingPercentEncoding(withAllowedCharacters allowed: CharacterSet) -> String? { fatalError() }
    public var removingPercentEncoding: String? { fatalError() }
    public func components<Separator: StringProtocol>(separatedBy separator: Separator) -> [String] { fatalError() }
    public func replacingOccurrences<Target: StringProtocol, Replacement: StringProtocol>(
        of target: Target, with replacement: Replacement
    ) -> String { fatalError() }
    public func data(using encoding: String.Encoding, allowLossyConversion: Bool = false) -> Data? { fatalError() }
}

extension String {
    public struct Encoding: RawRepresentable, Hashable, Sendable {
        public var rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
        public static let ascii: Encoding = { fatalError() }()
        public static let utf8: Encoding = { fatalError() }()
    }

    public init?(data: Data, encoding: Encoding) { fatalError() }
}
