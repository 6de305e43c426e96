// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import Testing

@Suite struct BrowserCookiesTests {
    private func cookies(_ values: [String], isSecure: Bool = true) -> BrowserCookies {
        var headers: HTTPFields = ["Host": "login.example.org"]
        for value in values { headers.append("Cookie", value: value) }
        return BrowserCookies(
            of: HTTPRequest(head: RequestHead(method: .get, target: "/", headers: headers)), isSecure: isSecure)
    }

    @Test(arguments: [
        ["__Host-thumbturn-session=a"], ["x=1; __Host-thumbturn-session=a; y=2"], ["x=1;__Host-thumbturn-session=a"],
        ["x=1", "__Host-thumbturn-session=a"], [";; __Host-thumbturn-session=a;"],
        ["__Host-thumbturn-sessions=b; __Host-thumbturn-session=a; __Host-thumbturn-session"],
    ])
    func `a session is found among other cookies`(values: [String]) {
        #expect(cookies(values).session == "a")
    }

    @Test(arguments: [
        [], [""], ["__Host-thumbturn-session"], ["__Host-thumbturn-session="], ["thumbturn-session=a"],
        ["x__Host-thumbturn-session=a"], ["__HOST-thumbturn-session=a"], ["__Host-thumbturn-session =a"],
        ["__Secure-thumbturn-session=a"], ["x=__Host-thumbturn-session=a"],
    ])
    func `a cookie of another name, or without a value, is no session`(values: [String]) {
        #expect(cookies(values).session == nil)
    }

    @Test(arguments: [
        ["__Host-thumbturn-session=a; __Host-thumbturn-session=b"],
        ["__Host-thumbturn-session=a", "__Host-thumbturn-session=a"],
        ["__Host-thumbturn-session=a; __Host-thumbturn-session="],
    ])
    func `a cookie that comes twice counts as absent`(values: [String]) {
        #expect(cookies(values).session == nil)
    }

    @Test func `a value may have an equals sign`() {
        #expect(cookies(["__Host-thumbturn-browser=a=b"]).browser == "a=b")
    }

    @Test func `each cookie is read on its own`() {
        let found = cookies(["__Host-thumbturn-browser=a; __Host-thumbturn-passkey-offer=1"])
        #expect(found.browser == "a")
        #expect(found.session == nil)
        #expect(found.wasOfferedPasskey)
        #expect(!cookies(["__Host-thumbturn-browser=a"]).wasOfferedPasskey)
    }

    @Test func `without TLS the names have no prefix`() {
        let values = ["thumbturn-session=a; __Host-thumbturn-session=b"]
        #expect(cookies(values, isSecure: false).session == "a")
        #expect(cookies(values, isSecure: true).session == "b")
    }
}
