// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import Testing

struct RouteTests {
    @Test(arguments: ["passkey|dev_x", "passkey%7Cdev_x", "passkey%7cdev_x"])
    func `a name is found escaped or not`(name: String) {
        let found = Route.find("/me/v1/authentication-methods/\(name)/verify")
        #expect(found?.route == .authenticationMethodVerification)
        #expect(found?.name == "passkey|dev_x")
    }

    @Test func `a path that is written with a name is found with it`() {
        let path = Route.authenticationMethod.path(naming: "passkey|dev_ä/1")
        #expect(path == "/me/v1/authentication-methods/passkey%7Cdev_%C3%A4%2F1")
        #expect(Route.find(path)?.name == "passkey|dev_ä/1")
    }

    @Test(arguments: [
        "", "//", "/passkey", "/passkey/register/", "//passkey/register", "/me/v1/authentication-methods/",
        "/me/v1/authentication-methods//verify", "/me/v1/authentication-methods/%", "/me/v1/authentication-methods/%zz",
        "/me/v1/authentication-methods/%ff", "/me/v1/authentication-methods/a/b", "/Passkey/register",
    ])
    func `what is no path of ours is none`(path: String) {
        #expect(Route.find(path) == nil)
    }
}
