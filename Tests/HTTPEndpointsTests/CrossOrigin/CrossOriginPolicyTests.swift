// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import Testing

struct CrossOriginPolicyTests {
    let configuration: ConfigurationSnapshot
    let policy: CrossOriginPolicy

    init() throws {
        configuration = try SiteConfiguration.configuration()
        policy = CrossOriginPolicy(configuration: configuration)
    }

    /// Unknown origins that a careless comparison would accept.
    static let unlisted = [
        "null", "*", "", "https://evil.example", "https://shop.example.com.evil.example",
        "https://evilshop.example.com",
        "http://shop.example.com", "https://shop.example.com:8443", "https://shop.example.com:443",
        "https://shop.example.com/", "https://SHOP.example.com", "https://shop.example.com https://evil.example",
        "https://shop.example.com, https://evil.example", "http://localhost", "http://localhost:3001",
        "https://\u{17F}hop.example.com", "https://login.example.com",
    ]

    private func preflight(_ headers: HTTPFields, method: HTTPMethod = .options) -> HTTPResponse? {
        let request = HTTPRequest(head: RequestHead(method: method, target: "/oauth/token", headers: headers))
        return policy.preflight(request, methods: ["POST", "OPTIONS"])
    }

    private func ask(from origin: String) -> HTTPResponse? {
        preflight(["Origin": origin, "Access-Control-Request-Method": "POST"])
    }

    // MARK: Before the request

    @Test(arguments: ["https://shop.example.com", "http://localhost:3000", "https://blog.example.com"])
    func `a configured origin may send`(origin: String) throws {
        let response = try #require(ask(from: origin))
        #expect(response.status == 204)
        #expect(response.body.isEmpty)
        #expect(
            response.headers == [
                "Vary": "Origin", "Access-Control-Allow-Origin": origin,
                "Access-Control-Allow-Methods": "POST, OPTIONS",
                "Access-Control-Allow-Headers": "Content-Type, Authorization, DPoP, Auth0-Client",
                "Access-Control-Max-Age": "600",
            ])
    }

    @Test(arguments: unlisted) func `an unknown origin gets no permission`(origin: String) {
        #expect(ask(from: origin) == HTTPResponse(status: 204, headers: ["Vary": "Origin"]))
    }

    @Test func `a request that is not a preflight is not answered as one`() {
        let origin = "https://shop.example.com"
        #expect(preflight(["Origin": origin]) == nil)
        #expect(preflight(["Access-Control-Request-Method": "POST"]) == nil)
        #expect(preflight(["Origin": origin, "Access-Control-Request-Method": "POST"], method: .post) == nil)
    }

    // MARK: After the request

    @Test(arguments: ["https://shop.example.com", "http://localhost:3000"])
    func `a client's own origin may read the response`(origin: String) throws {
        let shop = try #require(configuration.client("shop"))
        #expect(
            policy.headers(for: origin, client: shop.id) == [
                "Vary": "Origin", "Access-Control-Allow-Origin": origin,
                "Access-Control-Expose-Headers":
                    "Location, DPoP-Nonce, WWW-Authenticate, Retry-After, Thumbturn-Signal, x-ratelimit-limit, "
                    + "x-ratelimit-remaining, x-ratelimit-reset",
            ])
    }

    @Test func `another client's origin may not read the response`() throws {
        let blog = try #require(configuration.client("blog"))
        #expect(policy.headers(for: "https://shop.example.com", client: blog.id) == ["Vary": "Origin"])
    }

    @Test func `before the client is known, every client's origin may read the response`() {
        let origin = "https://shop.example.com"
        #expect(policy.headers(for: origin, client: nil)["Access-Control-Allow-Origin"] == origin)
    }

    @Test(arguments: unlisted) func `an unknown origin may not read the response`(origin: String) throws {
        let shop = try #require(configuration.client("shop"))
        #expect(policy.headers(for: origin, client: shop.id) == ["Vary": "Origin"])
        #expect(policy.headers(for: origin, client: nil) == ["Vary": "Origin"])
    }

    @Test func `the response varies by origin even if the request has none`() {
        #expect(policy.headers(for: nil, client: nil) == ["Vary": "Origin"])
    }

    @Test func `a request with two origins has none`() {
        var headers: HTTPFields = ["Origin": "https://shop.example.com", "Access-Control-Request-Method": "POST"]
        headers.append("Origin", value: "https://blog.example.com")
        #expect(preflight(headers) == nil)
        let request = HTTPRequest(head: RequestHead(method: .get, target: "/", headers: headers))
        #expect(CrossOriginPolicy.origin(of: request) == nil)
    }

    @Test func `the server's own pages are allowed`() {
        let own = configuration.origin(of: "login.example.com").description
        #expect(ask(from: own)?.status == 204)
        #expect(policy.headers(for: own, client: nil) == ["Vary": "Origin"])
    }
}
