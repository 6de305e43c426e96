// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Stands in for a part of Apple's Foundation, only to type-check for Apple platforms: no behavior, never linked. It
// declares what Apple documents, with the availability that is newer than iOS 16.0, macOS 13.0 and visionOS 1.0.

public struct URL: Hashable, Sendable, Codable, CustomStringConvertible {
    public init?(string: String) { fatalError() }
    public init?(string: String, relativeTo base: URL?) { fatalError() }
    @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
    public init?(string: String, encodingInvalidCharacters: Bool) { fatalError() }
    public init(fileURLWithPath path: String) { fatalError() }
    public var description: String { fatalError() }
    public var absoluteString: String { fatalError() }
    public var absoluteURL: URL { fatalError() }
    public var scheme: String? { fatalError() }
    public var host: String? { fatalError() }
    public var port: Int? { fatalError() }
    public var path: String { fatalError() }
    public var pathExtension: String { fatalError() }
    public var query: String? { fatalError() }
    public var fragment: String? { fatalError() }
    public var lastPathComponent: String { fatalError() }
    public func host(percentEncoded: Bool = true) -> String? { fatalError() }
    public func path(percentEncoded: Bool = true) -> String { fatalError() }
    public func query(percentEncoded: Bool = true) -> String? { fatalError() }
    public func appending(path: String) -> URL { fatalError() }
    public func appending(queryItems: [URLQueryItem]) -> URL { fatalError() }
    public func appendingPathComponent(_ component: String) -> URL { fatalError() }
}

public struct URLQueryItem: Hashable, Sendable {
    public init(name: String, value: String?) { fatalError() }
    public var name: String
    public var value: String?
}

public struct URLComponents: Hashable, Sendable {
    public init() { fatalError() }
    public init?(string: String) { fatalError() }
    public init?(url: URL, resolvingAgainstBaseURL: Bool) { fatalError() }
    public var url: URL? { fatalError() }
    public var string: String? { fatalError() }
    public var scheme: String?
    public var host: String?
    public var port: Int?
    public var path: String
    public var query: String?
    public var percentEncodedQuery: String?
    public var fragment: String?
    public var queryItems: [URLQueryItem]?
}

public struct URLRequest: Hashable, Sendable {
    public enum CachePolicy: UInt, Sendable {
        case useProtocolCachePolicy
        case reloadIgnoringLocalCacheData
        case returnCacheDataElseLoad
        case returnCacheDataDontLoad
        case reloadIgnoringLocalAndRemoteCacheData
        case reloadRevalidatingCacheData
    }

    public init(
        url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60
    ) { fatalError() }
    public var url: URL?
    public var cachePolicy: CachePolicy
    public var timeoutInterval: TimeInterval
    public var httpMethod: String?
    public var httpBody: Data?
    public var httpShouldHandleCookies: Bool
    public var allHTTPHeaderFields: [String: String]?
    public func value(forHTTPHeaderField field: String) -> String? { fatalError() }
    public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) { fatalError() }
    public mutating func addValue(_ value: String, forHTTPHeaderField field: String) { fatalError() }
}

open class URLResponse: NSObject, @unchecked Sendable {
    open var url: URL? { fatalError() }
    open var mimeType: String? { fatalError() }
    open var expectedContentLength: Int64 { fatalError() }
}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
    public init?(url: URL, statusCode: Int, httpVersion: String?, headerFields: [String: String]?) { fatalError() }
    open var statusCode: Int { fatalError() }
    open var allHeaderFields: [AnyHashable: Any] { fatalError() }
    open func value(forHTTPHeaderField field: String) -> String? { fatalError() }
    open class func localizedString(forStatusCode statusCode: Int) -> String { fatalError() }
}

// MARK: - Sessions

open class HTTPCookieStorage: NSObject, @unchecked Sendable {}
open class URLCache: NSObject, @unchecked Sendable {}
open class URLCredentialStorage: NSObject, @unchecked Sendable {}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    open class var `default`: URLSessionConfiguration { fatalError() }
    open class var ephemeral: URLSessionConfiguration { fatalError() }
    open var httpAdditionalHeaders: [AnyHashable: Any]?
    open var httpCookieStorage: HTTPCookieStorage?
    open var httpCookieAcceptPolicy: HTTPCookie.AcceptPolicy = { fatalError() }()
    open var httpShouldSetCookies: Bool = { fatalError() }()
    open var requestCachePolicy: URLRequest.CachePolicy = { fatalError() }()
    open var timeoutIntervalForRequest: TimeInterval = { fatalError() }()
    open var timeoutIntervalForResource: TimeInterval = { fatalError() }()
    open var urlCache: URLCache?
    open var urlCredentialStorage: URLCredentialStorage?
    open var waitsForConnectivity: Bool = { fatalError() }()
}

open class HTTPCookie: NSObject, @unchecked Sendable {
    public enum AcceptPolicy: UInt, Sendable {
        case always
        case never
        case onlyFromMainDocumentDomain
    }
}

open class URLSessionTask: NSObject, @unchecked Sendable {
    open var currentRequest: URLRequest? { fatalError() }
    open var originalRequest: URLRequest? { fatalError() }
    open var response: URLResponse? { fatalError() }
    open var error: (any Error)? { fatalError() }
    open func cancel() { fatalError() }
    open func resume() { fatalError() }
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?)
}

extension URLSessionDelegate {
    public func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) { fatalError() }
}

public protocol URLSessionTaskDelegate: URLSessionDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    )
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) async -> URLRequest?
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}

extension URLSessionTaskDelegate {
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { fatalError() }
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) async -> URLRequest? { fatalError() }
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) { fatalError() }
}

public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}

extension URLSessionDataDelegate {
    public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { fatalError() }
}

open class URLSession: NSObject, @unchecked Sendable {
    public struct AsyncBytes: AsyncSequence, Sendable {
        public struct AsyncIterator: AsyncIteratorProtocol {
            public mutating func next() async throws -> UInt8? { fatalError() }
        }
        public func makeAsyncIterator() -> AsyncIterator { fatalError() }
    }

    open class var shared: URLSession { fatalError() }
    public init(configuration: URLSessionConfiguration) { fatalError() }
    public init(
        configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue: OperationQueue?
    ) { fatalError() }
    open var configuration: URLSessionConfiguration { fatalError() }
    open func invalidateAndCancel() { fatalError() }
    open func finishTasksAndInvalidate() { fatalError() }
    open func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
    open func dataTask(
        with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask { fatalError() }
    public func data(
        for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) { fatalError() }
    public func data(
        from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) { fatalError() }
    public func bytes(
        for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (AsyncBytes, URLResponse) { fatalError() }
}
