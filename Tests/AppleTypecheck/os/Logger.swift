// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Stands in for a part of Apple's logging, only to type-check for Apple platforms: no behavior, never linked. It
// declares what Apple documents, for iOS 14, macOS 11 and visionOS 1.

public struct OSLogPrivacy: Sendable {
    public static var `public`: OSLogPrivacy { fatalError() }
    public static var `private`: OSLogPrivacy { fatalError() }
}

public struct OSLogInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) { fatalError() }
    public mutating func appendLiteral(_ literal: String) { fatalError() }
    public mutating func appendInterpolation(
        _ text: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .private
    ) { fatalError() }
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { fatalError() }
    public init(stringInterpolation: OSLogInterpolation) { fatalError() }
}

public struct Logger: @unchecked Sendable {
    public init(subsystem: String, category: String) { fatalError() }
    public func error(_ message: OSLogMessage) { fatalError() }
}
