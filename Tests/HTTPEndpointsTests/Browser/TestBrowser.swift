// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import POSIX
import SoftwareAuthenticator
import Testing
import WireFormats

/// A browser with cookies and a device, whose user visits the server's pages.
final class TestBrowser: Sendable {
    /// The `Accept` field that browsers send with navigations.
    static let acceptedTypes = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    private static let maximumRedirects = 10

    let server: TestServer
    let device: SoftwareAuthenticator
    let host: String
    let address: String
    private let jar = Locked(CookieJar())
    private let languages = Locked<String?>(nil)

    init(
        at server: TestServer, device: AuthenticatorProfile = .iCloudKeychain, host: String = TestServer.host,
        address: String = "192.0.2.1"
    ) {
        self.server = server
        self.device = SoftwareAuthenticator(profile: device)
        self.host = host
        self.address = address
    }

    /// Creates another browser that uses the same device.
    init(sharingDeviceOf other: TestBrowser) {
        (server, device, host, address) = (other.server, other.device, other.host, other.address)
    }

    var origin: String { "https://\(host)" }

    var cookies: CookieJar {
        get { jar.withLock { $0 } }
        set { jar.withLock { $0 = newValue } }
    }

    /// The value of the session's cookie.
    var session: String? { cookies["__Host-thumbturn-session", host]?.value }

    func prefer(_ languages: String) {
        self.languages.withLock { $0 = languages }
    }

    // MARK: Requests

    /// Sends a request with the cookies that belong to it, and stores those of the response.
    func send(_ message: Message, from initiator: CookieJar.Initiator = .ownPage) async throws -> TestResponse {
        var message = message.at(host).from(address)
        let field = jar.withLock { $0.field(for: host, from: initiator) }
        if message.headers["Cookie"] == nil { message.headers["Cookie"] = field }
        if message.headers["Accept"] == nil { message.headers["Accept"] = Self.acceptedTypes }
        message.headers["Accept-Language"] = message.headers["Accept-Language"] ?? languages.withLock { $0 }
        let response = try await server.send(message)
        for field in response.headers.values(for: "Set-Cookie") {
            do { try jar.withLock { try $0.store(field, from: host) } } catch { Issue.record(error) }
        }
        return response
    }

    /// Opens an address of the server, and follows its redirects to a page or back to the client.
    func visit(_ address: String, from initiator: CookieJar.Initiator = .link) async throws -> Visit {
        try await follow(send(.get(address), from: initiator), at: address)
    }

    /// Follows redirects on the server. Every redirect is a 303, which is followed with a GET request.
    func follow(_ response: TestResponse, at address: String) async throws -> Visit {
        var (response, address) = (response, address)
        for _ in 0..<Self.maximumRedirects {
            guard let location = response.headers["Location"] else { return try Visit(address, response: response) }
            try #require(response.status == 303)
            try #require(response.headers["Cache-Control"] == "no-store")
            guard let path = path(of: location) else { return try Visit(location, response: response) }
            address = path
            response = try await send(.get(path))
        }
        throw TooManyRedirects(address: address)
    }

    struct TooManyRedirects: Error {
        let address: String
    }

    /// Returns the path of an address on this server, or `nil` for another place.
    private func path(of location: String) -> String? {
        if location.hasPrefix(origin + "/") { return String(location.dropFirst(origin.count)) }
        return location.hasPrefix("/") && !location.hasPrefix("//") ? location : nil
    }

    // MARK: Pages

    /// Submits a form of a page, with a button and with what the user enters.
    func submit(
        _ form: PageDocument.Form, pressing button: String? = nil, entering values: [String: String] = [:]
    ) async throws -> Visit {
        var fields = form.fields.map { ($0.name, values[$0.name] ?? $0.value) }
        if let button { fields.append(try #require(form.buttons.first { $0.value == button })) }
        return try await post(form.action, fields: fields)
    }

    /// Posts a form as the server's own page does.
    func post(
        _ path: String, fields: [(String, String)], from initiator: CookieJar.Initiator = .ownPage,
        origin sender: String? = nil
    ) async throws -> Visit {
        let message = Message.form(path, fields: fields).on(sender ?? origin)
        return try await follow(send(message, from: initiator), at: path)
    }

    /// Sends a request of a page's script.
    func call(_ path: String, body: JSONObject) async throws -> TestResponse {
        try await send(
            .raw(.post, path: path, body: JSONValue.object(body).serialized(), type: "application/json")
                .on(origin).setting("Accept", to: "application/json"))
    }

    // MARK: Ceremonies

    /// Runs the ceremony of a page with the device, and goes where the server says.
    func authenticate(on visit: Visit, typing password: String? = nil) async throws -> Visit {
        let response = try await finishCeremony(of: visit, typing: password).require(200)
        let location = try response.text("location")
        guard let path = path(of: location) else { return try Visit(location, response: response) }
        return try await self.visit(path, from: .ownPage)
    }

    /// Runs the ceremony of a page up to the response of the server, with what the user enters to select the account.
    func finishCeremony(
        of visit: Visit, entering identifier: String? = nil, typing password: String? = nil
    ) async throws -> TestResponse {
        let settings = try #require(visit.page.settings)
        let started = try await beginCeremony(of: visit, typing: password).require(200)
        let options = try #require(started.value("options")).serialized()
        let response =
            settings["action"] == "create"
            ? try device.create(optionsJSON: options, origin: origin, settings: CeremonySettings(), mutation: nil)
            : try device.get(optionsJSON: options, origin: origin, settings: CeremonySettings(), mutation: nil)
        var body = try ceremonyFields(of: visit)
        body["session"] = .string(try started.text("session"))
        body["response"] = try JSONReader.read(response)
        if let identifier { body["identifier"] = .string(identifier) }
        if let password { body["password"] = .string(password) }
        return try await call(try #require(settings["finish"]?.stringValue), body: body)
    }

    func beginCeremony(of visit: Visit, typing password: String? = nil) async throws -> TestResponse {
        let settings = try #require(visit.page.settings)
        var body = try ceremonyFields(of: visit)
        if let password { body["password"] = .string(password) }
        return try await call(try #require(settings["begin"]?.stringValue), body: body)
    }

    /// The fields of the form of a page's ceremony, which the script sends with each request.
    private func ceremonyFields(of visit: Visit) throws -> JSONObject {
        let form = try #require(try visit.page.forms.first(where: \.isCeremony))
        var fields = JSONObject()
        for field in form.fields where ["state", "csrf", "account", "act"].contains(field.name) {
            fields[field.name] = .string(field.value)
        }
        return fields
    }

    /// Goes through the steps of the sign-up page.
    func signUp(on visit: Visit, email: String = "ada@example.org", name: String = "") async throws -> Visit {
        var page = visit
        if page.path == "/login" { page = try await self.visit(page.page.link(to: "/signup"), from: .ownPage) }
        page = try await submit(page.page.form("/signup"), entering: ["email": email])
        page = try await authenticate(on: page)
        // The name is asked for only if the client wants it.
        guard page.path == "/signup/profile" else { return page }
        return try await submit(page.page.form("/signup/profile"), entering: ["name": name])
    }
}

/// The end of a browser's navigation: a page of the server, or a client.
struct Visit: Sendable {
    let address: String
    let response: TestResponse
    private let document: PageDocument?

    init(_ address: String, response: TestResponse) throws {
        self.address = address
        self.response = response
        let isPage = response.headers["Content-Type"] == "text/html; charset=utf-8"
        document = isPage ? try PageDocument(response.body) : nil
    }

    var path: String { String(address.prefix { $0 != "?" && $0 != "#" }) }

    /// The page that the browser shows.
    var page: PageDocument {
        get throws { try #require(document, "\(response.status) \(address) \(response.text)") }
    }

    /// Whether the browser has left the server.
    var isAway: Bool { !address.hasPrefix("/") }

    /// The parameters of the query or the fragment.
    var parameters: [String: String] {
        var parameters: [String: String] = [:]
        guard let start = address.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return [:] }
        for pair in address[address.index(after: start)...].split(whereSeparator: { "&?#".contains($0) }) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, let name = PercentEncoding.decode(parts[0]) else { continue }
            if parameters[name] != nil { Issue.record("\(name) occurs twice in \(address)") }
            parameters[name] = PercentEncoding.decode(parts[1])
        }
        return parameters
    }

    subscript(_ name: String) -> String? { parameters[name] }
}

extension PageDocument {
    /// The only link to a path of the server.
    func link(to path: String) throws -> String {
        let found = links.filter { $0 == path || $0.hasPrefix(path + "?") }
        try #require(found.count == 1, "\(links)")
        return found[0]
    }
}

extension Message {
    /// A request with a form, whose fields may repeat.
    static func form(_ path: String, fields: [(String, String)]) -> Message {
        let pairs = fields.map { "\(PercentEncoding.encode($0.0))=\(PercentEncoding.encode($0.1))" }
        return .raw(
            .post, path: path, body: Array(pairs.joined(separator: "&").utf8), type: "application/x-www-form-urlencoded"
        )
    }
}
