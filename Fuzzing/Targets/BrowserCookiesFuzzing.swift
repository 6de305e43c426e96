// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import WireFormats

extension FuzzTarget {
    /// Lines: values of `Cookie` fields. Over TLS only cookies with the prefix `__Host-` count, and a cookie that comes
    /// twice counts as absent.
    static let browserCookies = FuzzTarget(
        name: "browser-cookies", accepts: ["a browser", "a session", "an offered passkey"]
    ) { bytes in
        let values = bytes.split(separator: 0x0A).compactMap { String(validating: $0, as: UTF8.self) }
        let all = values.joined(separator: ";")
        for isSecure in [true, false] {
            let prefix = isSecure ? "__Host-" : ""
            let names = ["browser", "session", "passkey-offer"].map { "\(prefix)thumbturn-\($0)" }
            let cookies = readCookies(values, isSecure: isSecure)
            let found = [cookies.browser, cookies.session, cookies.wasOfferedPasskey ? "1" : nil]
            for (name, value) in zip(names, found) {
                guard let value else { continue }
                require(!value.isEmpty && !value.utf8.contains(UInt8(ascii: ";")), "a value ends at the semicolon")
                require(isPart([UInt8]("\(name)=".utf8), of: [UInt8](all.utf8)), "the name is one of the request")
                let again = readCookies(values + ["other=1; \(name)=x"], isSecure: isSecure)
                let repeated = [again.browser, again.session, again.wasOfferedPasskey ? "1" : nil]
                require(zip(names, repeated).allSatisfy { $0 != name || $1 == nil }, "a repeated cookie is absent")
            }
            if cookies.browser != nil { accepted("a browser") }
            if cookies.session != nil { accepted("a session") }
            if cookies.wasOfferedPasskey { accepted("an offered passkey") }
        }
    }

    private static func readCookies(_ values: [String], isSecure: Bool) -> BrowserCookies {
        var fields: HTTPFields = ["Host": "login.example.com"]
        for value in values { fields.append("Cookie", value: value) }
        return BrowserCookies(
            of: HTTPRequest(head: RequestHead(method: .get, target: "/", headers: fields)), isSecure: isSecure)
    }
}
