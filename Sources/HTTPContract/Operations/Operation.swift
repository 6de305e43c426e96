// SPDX-License-Identifier: Apache-2.0

/// An operation of the HTTP interface: a method on a route with its request and responses.
package struct Operation: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// The credentials that a request needs.
    package enum Security: Sendable {
        case nothing
        /// The client identifies itself; a confidential client authenticates.
        case client
        /// An access token with this scope.
        case accessToken(scope: String)
    }

    /// The successful response.
    package struct Success: Sendable {
        package var status: Int
        package var description: String
        package var body: Shape?
        package var mediaType = "application/json"
        /// The media type that is sent to clients that prefer it.
        package var otherMediaType: String?
        package var headers: [String] = []

        package init(_ status: Int, description: String, body: Shape? = nil) {
            self.status = status
            self.description = description
            self.body = body
        }

        func with(headers: [String]) -> Success {
            var copy = self
            copy.headers = headers
            return copy
        }

        func with(otherMediaType: String) -> Success {
            var copy = self
            copy.otherMediaType = otherMediaType
            return copy
        }

        func with(mediaType: String) -> Success {
            var copy = self
            copy.mediaType = mediaType
            return copy
        }
    }

    package let method: Method
    package let route: Route
    package let id: String
    package let summary: String
    package var security = Security.nothing
    package var body: (shape: Shape, form: BodyForm)?
    package var isBodyOptional = false
    /// The largest body in bytes; 0 if the operation takes none.
    package var bodyLimit = 0
    package var query: [Member] = []
    package let success: Success
    package var failures: [Int] = []
    /// The JSON that scripts get with status 200 where a browser that visits gets a page.
    package var scriptBody: Shape?
    /// Whether conditional requests are answered with 304 (Not Modified).
    package var isRevalidated = false

    init(_ method: Method, at route: Route, id: String, summary: String, success: Success) {
        self.method = method
        self.route = route
        self.id = id
        self.summary = summary
        self.success = success
    }

    func taking(_ body: (some RequestBody).Type, form: BodyForm = .json) -> Operation {
        var copy = self
        copy.body = (body.shape, form)
        copy.bodyLimit = body.byteLimit
        return copy
    }

    func optionallyTaking(_ body: (some RequestBody).Type, form: BodyForm = .json) -> Operation {
        var copy = taking(body, form: form)
        copy.isBodyOptional = true
        return copy
    }

    func asking(_ query: Member...) -> Operation {
        var copy = self
        copy.query = query
        return copy
    }

    func needing(_ security: Security, failing failures: Int...) -> Operation {
        var copy = self
        copy.security = security
        // Health belongs to the process. Every other route belongs to a host, which may not be served.
        copy.failures = route.isAboutProcess ? failures : (failures + [421]).sorted()
        return copy
    }

    func answeringScripts(with body: Shape) -> Operation {
        var copy = self
        copy.scriptBody = body
        return copy
    }

    func revalidated() -> Operation {
        var copy = self
        copy.isRevalidated = true
        return copy
    }
}

extension Route {
    /// The rows of ``Operation/all`` by route, because every request looks its route up and an operation is costly to
    /// copy.
    private static let methodsByRoute = Dictionary(grouping: Operation.all, by: \.route).mapValues { $0.map(\.method) }
    private static let bodyLimitsByRoute = Dictionary(grouping: Operation.all, by: \.route).mapValues {
        Dictionary($0.map { ($0.method.rawValue, $0.bodyLimit) }, uniquingKeysWith: { first, _ in first })
    }

    /// The methods that the route supports.
    package var methods: [Operation.Method] { Self.methodsByRoute[self] ?? [] }

    /// Returns the largest body that a method accepts, in bytes; 0 if it takes none.
    package func bodyLimit(method: String) -> Int { Self.bodyLimitsByRoute[self]?[method] ?? 0 }

    /// Whether browsers navigate to the route: it responds with pages or with redirects to them.
    package var isPage: Bool { Self.pages.contains(self) }

    private static let pages = Set(
        Operation.all.filter { $0.success.mediaType == "text/html" || $0.success.status == 303 }.map(\.route))

    fileprivate var isAboutProcess: Bool { self == .liveness || self == .readiness }
}
