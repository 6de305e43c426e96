// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import SoftwareAuthenticator
import Testing
import WireFormats

/// A page at the server's own origin, with a client like that of the guide: standard base64 in both directions, no
/// session and no token against forgery in its requests.
struct PlainPage: Sendable {
    let browser: TestBrowser
    var origin: String
    var settings = CeremonySettings()
    var mutation: ResponseMutation?

    init(at server: TestServer, device: AuthenticatorProfile = .iCloudKeychain) {
        browser = TestBrowser(at: server, device: device)
        origin = browser.origin
    }

    /// Creates a page in another browser with the same device.
    init(sharingDeviceOf other: PlainPage) {
        self.init(in: TestBrowser(sharingDeviceOf: other.browser))
    }

    init(in browser: TestBrowser) {
        self.browser = browser
        origin = browser.origin
    }

    /// The secret of the session.
    var session: String? { browser.cookies["__Host-thumbturn-api-session"]?.value }

    func with(_ change: (inout PlainPage) -> Void) -> PlainPage {
        var copy = self
        change(&copy)
        return copy
    }

    // MARK: Requests

    func send(_ method: HTTPMethod, at path: String, body: JSONObject? = nil) async throws -> TestResponse {
        var message = Message(method, path: "/api/auth/" + path).setting("Sec-Fetch-Site", to: "same-origin")
        if let body {
            message.body = JSONValue.object(body).serialized()
            message.headers["Content-Type"] = "application/json"
        }
        // Browsers send no Origin with GET requests of the same origin.
        if method != .get { message = message.on(browser.origin) }
        return try await browser.send(message)
    }

    func registrationOptions(_ name: String, displayName: String? = nil) async throws -> TestResponse {
        var body: JSONObject = ["username": .string(name)]
        body["displayName"] = displayName.map(JSONValue.string)
        return try await send(.post, at: "register/options", body: body)
    }

    func authenticationOptions(_ name: String? = nil) async throws -> TestResponse {
        try await send(
            .get, at: "authenticate/options" + (name.map { "?username=\(PercentEncoding.encode($0))" } ?? ""))
    }

    func check(_ name: String) async throws -> TestResponse {
        try await send(.get, at: "passkeys/check?username=\(PercentEncoding.encode(name))")
    }

    func verifyRegistration(_ name: String, credential: JSONValue) async throws -> TestResponse {
        try await send(.post, at: "register/verify", body: ["username": .string(name), "credential": credential])
    }

    func verifyAuthentication(_ name: String?, assertion: JSONValue) async throws -> TestResponse {
        var body: JSONObject = ["assertion": assertion]
        body["username"] = name.map(JSONValue.string) ?? .null
        return try await send(.post, at: "authenticate/verify", body: body)
    }

    // MARK: Ceremonies

    func register(_ name: String, displayName: String? = nil) async throws -> TestResponse {
        let options = try await registrationOptions(name, displayName: displayName).require(200)
        return try await verifyRegistration(name, credential: created(options))
    }

    func authenticate(_ name: String? = nil) async throws -> TestResponse {
        let options = try await authenticationOptions(name).require(200)
        return try await verifyAuthentication(name, assertion: signed(options))
    }

    func created(_ options: TestResponse) throws -> JSONValue {
        let response = try browser.device.create(
            optionsJSON: Self.forDevice(options), origin: origin, settings: settings, mutation: mutation)
        return try Self.inPaddedBase64(JSONReader.read(response))
    }

    func signed(_ options: TestResponse) throws -> JSONValue {
        let response = try browser.device.get(
            optionsJSON: Self.forDevice(options), origin: origin, settings: settings, mutation: mutation)
        return try Self.inPaddedBase64(JSONReader.read(response))
    }

    /// The options as a device takes them, which the page decodes with `atob`.
    private static func forDevice(_ options: TestResponse) throws -> [UInt8] {
        try mapTexts(.object(#require(options.json))) { name, text in
            ["challenge", "id"].contains(name) ? Base64.decode(text).map(Base64URL.encode) ?? text : text
        }.serialized()
    }

    /// The response as the page encodes it with `btoa`; it leaves `id` as the browser has it.
    private static func inPaddedBase64(_ response: JSONValue) throws -> JSONValue {
        mapTexts(response) { name, text in
            ["id", "type", "authenticatorAttachment", "transports"].contains(name)
                ? text : Base64URL.decode(text).map(Base64.encode) ?? text
        }
    }

    private static func mapTexts(
        _ value: JSONValue, name: String = "", by transform: (String, String) -> String
    ) -> JSONValue {
        switch value {
        case .string(let text): .string(transform(name, text))
        case .array(let items): .array(items.map { mapTexts($0, name: name, by: transform) })
        case .object(let object) where name == "rp": .object(object)
        case .object(let object):
            .object(JSONObject(object.members.map { ($0.name, mapTexts($0.value, name: $0.name, by: transform)) }))
        default: value
        }
    }
}
