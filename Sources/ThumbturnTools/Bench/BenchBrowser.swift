// SPDX-License-Identifier: Apache-2.0

import Cryptography
import SoftwareAuthenticator
import WireFormats

/// The browser of a connection: its cookies, and the page that it was sent to.
struct BenchBrowser {
    /// The request whose response comes next.
    enum Stage {
        case authorization
        case challenge
        case passkey
        /// The measured requests.
        case page
        case code
    }

    private let plan: BenchPlan
    private var cookies: [(name: String, value: String)] = []
    /// The path of the sign-in page, with its transaction.
    private(set) var page: String?
    private(set) var isSignedIn = false
    private(set) var stage = Stage.authorization

    init(_ plan: BenchPlan) {
        self.plan = plan
    }

    /// Returns a measured request, or `nil` if the browser needs a page or a session first.
    mutating func begin() -> [UInt8]? {
        switch plan.work {
        case .scenario(.page):
            guard let page else { return nil }
            stage = .page
            return get(page)
        case .scenario(.pageSignIn):
            guard page != nil, let challenge = try? challenge() else { return nil }
            return challenge
        case .scenario(.authorize):
            guard isSignedIn else { return nil }
            stage = .code
            return authorize()
        default: return nil
        }
    }

    /// Returns the request that leads to the sign-in page.
    mutating func prepare() -> [UInt8] {
        stage = .authorization
        return authorize()
    }

    mutating func take(
        _ response: BenchConnection.Response, as user: BenchUser
    ) throws(BenchFailure) -> BenchSession.Step {
        switch stage {
        case .authorization:
            keepCookies(of: response)
            page = try location(in: response, from: "/authorize")
            guard plan.work == .scenario(.authorize) else { return .prepared }
            return .send(try challenge())
        case .challenge:
            try response.check(200, from: "/login/challenge")
            stage = .passkey
            return .send(try finish(response.body, as: user))
        case .passkey:
            try response.check(200, from: "/login/passkey")
            keepCookies(of: response)
            isSignedIn = true
            return plan.work == .scenario(.pageSignIn) ? .done : .prepared
        case .page:
            try response.check(200, from: "/login")
            return .done
        case .code:
            guard try location(in: response, from: "/authorize").contains("?code=") else { throw .responseMalformed }
            return .done
        }
    }

    // MARK: Requests

    private func get(_ path: String) -> [UInt8] { plan.get(path, fields: fields) }

    private func authorize() -> [UInt8] {
        let callback = PercentEncoding.encode("\(plan.url)\(BenchTokens.callbackPath)")
        return get(
            "/authorize?response_type=code&client_id=\(plan.client)&redirect_uri=\(callback)"
                + "&scope=\(PercentEncoding.encode(plan.scope))&state=\(Self.text)&nonce=\(Self.text)"
                + "&code_challenge=\(Self.text)&code_challenge_method=S256")
    }

    private mutating func challenge() throws(BenchFailure) -> [UInt8] {
        stage = .challenge
        return plan.post("/login/challenge", body: #"{"state":"\#(try state())"}"#, fields: fields)
    }

    /// A value as long as those of genuine requests.
    private static let text = Base64URL.encode(DigestAlgorithm.sha256.hash(Array("thumbturn-tools bench".utf8)))

    /// The header fields that browsers send with a navigation.
    private var fields: String {
        let cookies = cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
        return """
            Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n\
            Accept-Language: en-US,en;q=0.5\r\n\(cookies.isEmpty ? "" : "Cookie: \(cookies)\r\n")
            """
    }

    private func finish(_ body: [UInt8], as user: BenchUser) throws(BenchFailure) -> [UInt8] {
        guard let started = try? JSONReader.read(body), let session = started["session"]?.stringValue,
            let options = started["options"]?.serialized()
        else { throw .responseMalformed }
        let response: [UInt8]
        do throws(AuthenticatorFailure) {
            response = try plan.device(of: user).get(optionsJSON: options, origin: "\(plan.url)")
        } catch {
            throw .authenticator("\(error)")
        }
        return plan.post(
            "/login/passkey",
            body: """
                {"state":"\(try state())","session":"\(session)",\
                "response":\(String(decoding: response, as: UTF8.self))}
                """, fields: fields)
    }

    // MARK: Responses

    private mutating func keepCookies(of response: BenchConnection.Response) {
        for field in response.fields("Set-Cookie") {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2 else { continue }
            cookies.removeAll { $0.name == pair[0] }
            cookies.append((pair[0], pair[1]))
        }
    }

    private func location(
        in response: BenchConnection.Response, from path: String
    ) throws(BenchFailure) -> String {
        try response.check(303, from: path)
        guard let location = response.fields("Location").first else { throw .responseMalformed }
        return location
    }

    private func state() throws(BenchFailure) -> String {
        guard let page, let start = page.firstIndex(of: "=") else { throw .responseMalformed }
        return String(page[page.index(after: start)...])
    }
}
