// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

// Stands in for a part of Apple's Foundation, only to type-check for Apple platforms: no behavior, never linked. It
// declares what Apple documents, with the availability that is newer than iOS 16.0, macOS 13.0 and visionOS 1.0.

open class NSError: NSObject, @unchecked Sendable, Error {
    public init(domain: String, code: Int, userInfo: [String: Any]? = nil) { fatalError() }
    open var domain: String { fatalError() }
    open var code: Int { fatalError() }
    open var userInfo: [String: Any] { fatalError() }
    open var localizedDescription: String { fatalError() }
    open var localizedFailureReason: String? { fatalError() }
    open var underlyingErrors: [any Error] { fatalError() }
}

// The compiler calls this for `as NSError`.
public func _convertErrorToNSError(_ error: any Error) -> NSError { fatalError() }

public protocol LocalizedError: Error {
    var errorDescription: String? { get }
    var failureReason: String? { get }
    var recoverySuggestion: String? { get }
    var helpAnchor: String? { get }
}

extension LocalizedError {
    public var errorDescription: String? { fatalError() }
    public var failureReason: String? { fatalError() }
    public var recoverySuggestion: String? { fatalError() }
    public var helpAnchor: String? { fatalError() }
}

public protocol CustomNSError: Error {
    static var errorDomain: String { get }
    var errorCode: Int { get }
    var errorUserInfo: [String: Any] { get }
}

extension CustomNSError {
    public static var errorDomain: String { fatalError() }
    public var errorCode: Int { fatalError() }
    public var errorUserInfo: [String: Any] { fatalError() }
}

extension CustomNSError where Self: _BridgedStoredNSError {
    public static var errorDomain: String { fatalError() }
    public var errorCode: Int { fatalError() }
    public var errorUserInfo: [String: Any] { fatalError() }
}

extension Error {
    public var localizedDescription: String { fatalError() }
}

public let NSLocalizedDescriptionKey: String = { fatalError() }()
public let NSLocalizedFailureReasonErrorKey: String = { fatalError() }()
public let NSLocalizedRecoverySuggestionErrorKey: String = { fatalError() }()
public let NSLocalizedFailureErrorKey: String = { fatalError() }()
public let NSUnderlyingErrorKey: String = { fatalError() }()
public let NSMultipleUnderlyingErrorsKey: String = { fatalError() }()
public let NSDebugDescriptionErrorKey: String = { fatalError() }()
public let NSURLErrorDomain: String = { fatalError() }()
public let NSPOSIXErrorDomain: String = { fatalError() }()
public let NSCocoaErrorDomain: String = { fatalError() }()
public let NSOSStatusErrorDomain: String = { fatalError() }()

// MARK: - Errors that are imported from Objective-C

public protocol _ErrorCodeProtocol: Equatable, RawRepresentable {
    associatedtype _ErrorType: _BridgedStoredNSError where _ErrorType.Code == Self
}

extension _ErrorCodeProtocol {
    public static func ~= (code: Self, error: any Error) -> Bool { fatalError() }
}

public protocol _BridgedStoredNSError: Error, Hashable {
    associatedtype Code: _ErrorCodeProtocol where Code.RawValue == Int
    static var _nsErrorDomain: String { get }
    var _nsError: NSError { get }
    init(_nsError: NSError)
}

extension _BridgedStoredNSError {
    public init(_ code: Code, userInfo: [String: Any] = [:]) { fatalError() }
    public var code: Code { fatalError() }
    public var userInfo: [String: Any] { fatalError() }
}

public struct URLError: _BridgedStoredNSError, CustomNSError {
    public let _nsError: NSError
    public init(_nsError: NSError) { fatalError() }
    public static var _nsErrorDomain: String { fatalError() }

    public struct Code: RawRepresentable, Hashable, Sendable, _ErrorCodeProtocol {
        public typealias _ErrorType = URLError
        public let rawValue: Int
        public init(rawValue: Int) { fatalError() }

        public static var unknown: Code { fatalError() }
        public static var cancelled: Code { fatalError() }
        public static var badURL: Code { fatalError() }
        public static var timedOut: Code { fatalError() }
        public static var unsupportedURL: Code { fatalError() }
        public static var cannotFindHost: Code { fatalError() }
        public static var cannotConnectToHost: Code { fatalError() }
        public static var networkConnectionLost: Code { fatalError() }
        public static var dnsLookupFailed: Code { fatalError() }
        public static var httpTooManyRedirects: Code { fatalError() }
        public static var redirectToNonExistentLocation: Code { fatalError() }
        public static var resourceUnavailable: Code { fatalError() }
        public static var notConnectedToInternet: Code { fatalError() }
        public static var badServerResponse: Code { fatalError() }
        public static var dataNotAllowed: Code { fatalError() }
        public static var internationalRoamingOff: Code { fatalError() }
        public static var callIsActive: Code { fatalError() }
        public static var dataLengthExceedsMaximum: Code { fatalError() }
        public static var secureConnectionFailed: Code { fatalError() }
        public static var serverCertificateUntrusted: Code { fatalError() }
        public static var serverCertificateHasBadDate: Code { fatalError() }
        public static var serverCertificateHasUnknownRoot: Code { fatalError() }
        public static var serverCertificateNotYetValid: Code { fatalError() }
        public static var clientCertificateRejected: Code { fatalError() }
        public static var clientCertificateRequired: Code { fatalError() }
        public static var appTransportSecurityRequiresSecureConnection: Code { fatalError() }
        public static var cannotLoadFromNetwork: Code { fatalError() }
        public static var userAuthenticationRequired: Code { fatalError() }
    }

    public static var cancelled: Code { fatalError() }
    public static var timedOut: Code { fatalError() }
    public static var cannotFindHost: Code { fatalError() }
    public static var cannotConnectToHost: Code { fatalError() }
    public static var networkConnectionLost: Code { fatalError() }
    public static var notConnectedToInternet: Code { fatalError() }
    public static var badServerResponse: Code { fatalError() }
    public static var secureConnectionFailed: Code { fatalError() }

    public var failingURL: URL? { fatalError() }
}
