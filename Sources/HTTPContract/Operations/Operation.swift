// SPDX-License-Identifier: Apache-2.0

/// One thing that can be asked for: a method on a route, what it takes and what it answers.
package struct Operation: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// What a request needs to be let in.
    package enum Security: Sendable {
        case nothing
        /// The client says who it is, and proves it if it can.
        case client
        /// An access token with this scope.
        case accessToken(scope: String)
    }

    /// What is answered when all went well.
    package struct Success: Sendable {
        package var status: Int
        package var explanation: String
        package var body: Shape?
        package var mediaType = "application/json"
        /// What is sent to those who ask for it instead.
        package var otherMediaType: String?
        package var headers: [String] = []

        package init(_ status: Int, _ explanation: String, _ body: Shape? = nil) {
            self.status = status
            self.explanation = explanation
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
    /// How large its body may be; 0 where it takes none.
    package var bodyLimit = 0
    package var query: [Member] = []
    package let success: Success
    package var failures: [Int] = []
    /// Whether clients that have the answer already are told so, with 304.
    package var isRevalidated = false

    init(_ method: Method, _ route: Route, _ id: String, _ summary: String, _ success: Success) {
        self.method = method
        self.route = route
        self.id = id
        self.summary = summary
        self.success = success
    }

    func taking(_ body: (some RequestBody).Type, _ form: BodyForm = .json) -> Operation {
        var copy = self
        copy.body = (body.shape, form)
        copy.bodyLimit = body.byteLimit
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
        // Health is asked of the process; all else is asked of a host, which may be none of ours.
        copy.failures = route.isAboutProcess ? failures : (failures + [421]).sorted()
        return copy
    }

    func revalidated() -> Operation {
        var copy = self
        copy.isRevalidated = true
        return copy
    }
}

extension Route {
    /// What may be asked for here.
    package var methods: [Operation.Method] {
        Operation.all.filter { $0.route == self }.map(\.method)
    }

    /// How large a body may be that comes here by this method; 0 where none is read.
    package func bodyLimit(method: String) -> Int {
        Operation.all.first { $0.route == self && $0.method.rawValue == method }?.bodyLimit ?? 0
    }

    fileprivate var isAboutProcess: Bool { self == .liveness || self == .readiness }
}
