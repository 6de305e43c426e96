// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import Testing

struct RouteTests {
    private static let named: Set<Route> = [
        .authenticationMethod, .authenticationMethodVerification, .asset, .ownPasskey, .sdkFile, .demoFile,
    ]

    @Test(arguments: Route.allCases)
    func `each route is found at its own path`(route: Route) {
        let hasName = Self.named.contains(route)
        #expect(route.rawValue.contains("{id}") == hasName)
        let found = Route.find(route.path(naming: "passkey|dev_x"))
        #expect(found?.route == route)
        #expect(found?.name == (hasName ? "passkey|dev_x" : nil))
    }

    @Test(arguments: Route.allCases)
    func `a path with another slash or another segment at its end is not the route`(route: Route) {
        let path = route.path(naming: "x")
        for suffix in ["/", "//", "/x/y"] {
            #expect(Route.find(path + suffix) == nil, "\(path + suffix)")
        }
    }

    @Test(arguments: Route.allCases)
    func `an empty segment before the path is not skipped`(route: Route) {
        #expect(Route.find("/" + route.path(naming: "x")) == nil)
    }

    @Test(arguments: Route.allCases.filter { $0 != .home })
    func `letter case counts`(route: Route) {
        #expect(Route.find(route.path(naming: "x").uppercased()) == nil)
    }

    @Test(arguments: [
        ("passkey|dev_x", "passkey|dev_x"), ("passkey%7Cdev_x", "passkey|dev_x"), ("passkey%7cdev_x", "passkey|dev_x"),
        ("%2F", "/"), ("a%2Fb", "a/b"), ("%25", "%"), ("a+b", "a+b"), ("%C3%A4", "ä"), ("{id}", "{id}"),
        ("verify", "verify"),
        ("..", ".."),
    ])
    func `a name is percent-decoded once`(encoded: String, name: String) {
        for (path, route) in [
            ("/me/v1/authentication-methods/\(encoded)", Route.authenticationMethod),
            ("/me/v1/authentication-methods/\(encoded)/verify", .authenticationMethodVerification),
        ] {
            #expect(Route.find(path)?.route == route)
            #expect(Route.find(path)?.name == name)
        }
    }

    @Test(arguments: ["passkey|dev_ä/1", "a b", "%7C", "?x=y#z", "+"])
    func `a path written with a name is found with the same name`(name: String) {
        for route in Self.named {
            let found = Route.find(route.path(naming: name))
            #expect(found?.route == route)
            #expect(found?.name == name)
        }
    }

    @Test func `a name is percent-encoded in a path`() {
        let path = Route.authenticationMethod.path(naming: "passkey|dev_ä/1")
        #expect(path == "/me/v1/authentication-methods/passkey%7Cdev_%C3%A4%2F1")
    }

    @Test(arguments: ["", "%", "%7", "%zz", "%ff", "%C3"])
    func `a name that is empty or malformed is not found`(name: String) {
        #expect(Route.find("/me/v1/authentication-methods/\(name)/verify") == nil)
        #expect(Route.find("/me/v1/authentication-methods/\(name)") == nil)
    }

    @Test(arguments: [
        "", "//", "passkey/register", "/passkey", "/passkey/register?", "/nothing", "/me", "/me/v2", "/me/v1/",
        "/oauth/token%20", "/oauth%2Ftoken", "/%6Fauth/token", "/me/v1/authentication-methods/a/b",
        "/me/v1/authentication-methods/a/verify/b", "/me/v2/authentication-methods/a", "/.well-known", "/health",
    ])
    func `an unknown path has no route`(path: String) {
        #expect(Route.find(path) == nil)
    }

    @Test func `no two routes have the same path`() {
        let paths = Route.allCases.map(\.rawValue)
        #expect(Set(paths).count == paths.count)
        #expect(paths.allSatisfy { $0.hasPrefix("/") })
    }
}
