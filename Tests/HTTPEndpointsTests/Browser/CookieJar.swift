// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The cookies of a browser (RFC 6265bis). It keeps only cookies like the server's: for one host, all its paths, and no
/// scripts.
struct CookieJar: Sendable {
    /// The initiator of a request.
    enum Initiator: Sendable {
        /// A page of the server, or the address bar.
        case ownPage
        /// A link or a redirect of another site.
        case link
        /// A form, a frame or a script of another site.
        case otherSite
    }

    enum SameSite: String, Sendable {
        case none = "None"
        case lax = "Lax"
        case strict = "Strict"
    }

    struct Cookie: Sendable {
        let name: String
        var value: String
        let host: String
        let sameSite: SameSite
        let maximumAge: Int
    }

    struct Rejection: Error {
        let field: String
        let reason: String
    }

    private(set) var cookies: [Cookie] = []

    subscript(_ name: String, host: String = TestServer.host) -> Cookie? {
        cookies.first { $0.name == name && $0.host == host }
    }

    /// Returns the value of the `Cookie` field.
    func field(for host: String, from initiator: Initiator) -> String? {
        let sent = cookies.filter { cookie in
            guard cookie.host == host else { return false }
            switch initiator {
            case .ownPage: return true
            case .link: return cookie.sameSite != .strict
            case .otherSite: return cookie.sameSite == .none
            }
        }
        return sent.isEmpty ? nil : sent.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    /// Stores the cookie of a `Set-Cookie` field. A lifetime of 0 removes it.
    mutating func store(_ field: String, from host: String) throws(Rejection) {
        let cookie = try Self.read(field, from: host)
        cookies.removeAll { $0.name == cookie.name && $0.host == host }
        if cookie.maximumAge > 0 { cookies.append(cookie) }
    }

    mutating func insert(_ cookie: Cookie) {
        cookies.append(cookie)
    }

    mutating func remove(_ name: String) {
        cookies.removeAll { $0.name == name }
    }

    private static func read(_ field: String, from host: String) throws(Rejection) -> Cookie {
        let parts = field.split(separator: ";").map { part in String(part.drop { $0 == " " }) }
        let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var attributes: [String: String] = [:]
        for part in parts.dropFirst() {
            let member = part.split(separator: "=", maxSplits: 1).map(String.init)
            attributes[member[0]] = member.count > 1 ? member[1] : ""
        }
        guard pair.count == 2, attributes["Path"] == "/", pair[0].hasPrefix("__Host-") else {
            throw Rejection(field: field, reason: "a sibling domain could set the cookie")
        }
        guard Set(attributes.keys) == ["Path", "Max-Age", "HttpOnly", "Secure", "SameSite"] else {
            throw Rejection(field: field, reason: "the attributes are not those of a cookie for one host")
        }
        guard let sameSite = attributes["SameSite"].flatMap(SameSite.init),
            let maximumAge = attributes["Max-Age"].flatMap({ Int($0) })
        else { throw Rejection(field: field, reason: "SameSite or Max-Age is malformed") }
        return Cookie(
            name: pair[0], value: pair[1], host: host, sameSite: sameSite, maximumAge: maximumAge)
    }
}
