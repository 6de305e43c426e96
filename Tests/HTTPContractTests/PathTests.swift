// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import Testing

struct PathTests {
    private static let one: Path = "/things/{id}"
    private static let verification: Path = "/things/{id}/verify"

    @Test(arguments: [
        ("passkey|dev_x", "passkey|dev_x"), ("passkey%7Cdev_x", "passkey|dev_x"), ("passkey%7cdev_x", "passkey|dev_x"),
        ("%2F", "/"), ("a%2Fb", "a/b"), ("%25", "%"), ("a+b", "a+b"), ("%C3%A4", "ä"), ("{id}", "{id}"),
        ("verify", "verify"), ("..", ".."),
    ])
    func `a name is percent-decoded once`(encoded: String, name: String) {
        #expect(Self.one.name(in: "/things/\(encoded)") == name)
        #expect(Self.verification.name(in: "/things/\(encoded)/verify") == name)
    }

    @Test(arguments: ["passkey|dev_ä/1", "a b", "%7C", "?x=y#z", "+"])
    func `a path written with a name is found with the same name`(name: String) {
        for path in [Self.one, Self.verification] { #expect(path.name(in: path.naming(name)) == name) }
    }

    @Test func `a name is percent-encoded in a path`() {
        #expect(Self.one.naming("passkey|dev_ä/1") == "/things/passkey%7Cdev_%C3%A4%2F1")
    }

    @Test(arguments: ["", "%", "%7", "%zz", "%ff", "%C3", "a/b"])
    func `a name that is empty, malformed or two segments is not found`(name: String) {
        #expect(Self.one.name(in: "/things/\(name)") == nil)
        #expect(Self.verification.name(in: "/things/\(name)/verify") == nil)
    }

    @Test func `a path without a placeholder has no name`() {
        let path: Path = "/things"
        #expect(!path.hasName)
        #expect(path.naming("x") == "/things")
        #expect(path.name(in: "/things") == nil)
    }
}
