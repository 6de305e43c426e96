// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerHarness
import SoftwareAuthenticator
import WireFormats

/// Visits the server's pages as the system's browser session does, and signs the user in there with a passkey of the
/// device.
struct SimulatedBrowser {
    let authenticator: SoftwareAuthenticator
    private var cookies: [String: String] = [:]
    private var origin = ""

    init(with authenticator: SoftwareAuthenticator) {
        self.authenticator = authenticator
    }

    struct Lost: Error {
        let response: WireResponse?
    }

    /// Follows an authorization request until it leaves the server, and returns where to.
    mutating func signIn(from url: URL) throws -> URL {
        origin = "https://\(url.host ?? "")"
        var location = url.absoluteString
        while let path = path(of: location) {
            let response = try send(WireRequest("GET", path: path))
            if let next = response.header("Location") {
                location = next
            } else {
                guard response.status == 200, path.hasPrefix("/login?") else { throw Lost(response: response) }
                location = try signIn(on: path)
            }
        }
        guard let url = URL(string: location) else { throw Lost(response: nil) }
        return url
    }

    /// The path of a page of the server; `nil` for the application's callback and other addresses.
    private func path(of location: String) -> String? {
        if location.hasPrefix("/") { return location }
        guard location.hasPrefix(origin), !location.hasPrefix("\(origin)/ios/") else { return nil }
        return String(location.dropFirst(origin.count))
    }

    /// Does what the script of the sign-in page does.
    private mutating func signIn(on page: String) throws -> String {
        let state = JSONValue.string(String(page.split(separator: "=", maxSplits: 1).last ?? ""))
        let begun = try post("/login/challenge", ["state": state])
        guard let options = begun.json?["options"], let session = begun.json?["session"] else {
            throw Lost(response: begun)
        }
        let response = try authenticator.get(
            optionsJSON: options.serialized(), origin: origin)
        let finished = try post(
            "/login/passkey",
            ["state": state, "session": session, "response": try JSONReader.read(response)])
        guard let location = finished.text("location") else { throw Lost(response: finished) }
        return location
    }

    private mutating func post(_ path: String, _ body: JSONValue) throws -> WireResponse {
        try send(WireRequest("POST", path: path, json: body))
    }

    private mutating func send(_ request: WireRequest) throws -> WireResponse {
        var request = request
        let pairs = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        if !pairs.isEmpty { request.headers.append(("Cookie", pairs.joined(separator: "; "))) }
        let response = try SDKServer.send(request)
        for field in response.headers where field.name.lowercased() == "set-cookie" {
            let pair = field.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
            if pair.count == 2 { cookies[pair[0]] = pair[1] }
        }
        return response
    }
}
