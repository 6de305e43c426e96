// SPDX-License-Identifier: Apache-2.0

/// An operation of the HTTP interface as its description has it: a method on a path with its request and responses.
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
        /// An ID token of this server, as only Auth0's old requests have one.
        case idToken
        /// `Basic` with the user's own password. The name is `CONNECTION\\USER`.
        case userPassword
    }

    /// The successful response.
    package struct Success: Sendable {
        package let status: Int
        package let description: String
        package let body: Shape?
        package var mediaType = "application/json"
        /// The media type that is sent to clients that prefer it.
        package var otherMediaType: String?
        package var headers: [String] = []
        /// The JSON that scripts get with status 200 where a browser that visits gets a page.
        package var scriptBody: Shape?
        /// Whether conditional requests are answered with 304 (Not Modified).
        package var isRevalidated = false

        package init(_ status: Int, _ description: String, _ body: Shape? = nil) {
            self.status = status
            self.description = description
            self.body = body
        }
    }

    package let method: Method
    package let path: Path
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
    /// The schema of its errors among the components of the description.
    package var errorSchema = "Error"

    package init(_ method: Method, _ path: Path, id: String, summary: String, success: Success) {
        self.method = method
        self.path = path
        self.id = id
        self.summary = summary
        self.success = success
    }

    /// Whether browsers navigate to it: it responds with a page or with a redirect to one.
    package var isPage: Bool { success.mediaType == "text/html" || success.status == 303 }
}

extension Operation.Success {
    package static func json(_ description: String, _ body: Shape, status: Int = 200) -> Self {
        Self(status, description, body)
    }

    package static let page = Self(200, "An HTML page, or 303 to another one.").with(mediaType: "text/html")
    package static let nextPage = redirect("The browser goes to the next page.")

    package static func redirect(_ description: String) -> Self { Self(303, description).with(headers: ["Location"]) }

    /// A file that caches ask for again.
    package static func file(_ description: String, mediaType: String) -> Self {
        Self(200, description).with(mediaType: mediaType).revalidated()
    }

    package func with(headers: [String]) -> Self {
        var copy = self
        copy.headers = headers
        return copy
    }

    package func with(mediaType: String) -> Self {
        var copy = self
        copy.mediaType = mediaType
        return copy
    }

    package func with(otherMediaType: String) -> Self {
        var copy = self
        copy.otherMediaType = otherMediaType
        return copy
    }

    package func answeringScripts(with body: Shape) -> Self {
        var copy = self
        copy.scriptBody = body
        return copy
    }

    package func revalidated() -> Self {
        var copy = self
        copy.isRevalidated = true
        return copy
    }
}
