// SPDX-License-Identifier: Apache-2.0

import OpenIDProvider
import Testing
import WireFormats

@Suite struct AuthorizationParametersTests {
    private func parameters(_ text: String) throws -> AuthorizationParameters {
        try AuthorizationParameters(encoded: text)
    }

    @Test func `a query is decoded as a form`() throws {
        let parameters = try parameters("client_id=app&scope=openid+email&state=%C3%A4%20%26=1&&x")
        #expect(parameters["client_id"] == "app")
        #expect(parameters["scope"] == "openid email")
        #expect(parameters["state"] == "ä &=1")
        #expect(parameters["x"] == nil)
        #expect(parameters.repeatedName == nil)
    }

    @Test func `a parameter without a value counts as absent`() throws {
        let parameters = try parameters("state=&state=1&nonce")
        #expect(parameters["state"] == "1")
        #expect(parameters["nonce"] == nil)
        #expect(parameters.repeatedName == nil)
    }

    @Test func `a parameter that occurs twice has no value`() throws {
        let parameters = try parameters("state=1&nonce=2&state=1")
        #expect(parameters["state"] == nil)
        #expect(parameters["nonce"] == "2")
        #expect(parameters.repeatedName == "state")
    }

    @Test(arguments: ["a=%", "a=%4", "a=%zz", "%ff=1", "a=%80"])
    func `a malformed escape is rejected`(text: String) {
        #expect(throws: AuthorizationPageError.requestMalformed) { try parameters(text) }
    }

    @Test func `names are compared by their bytes`() throws {
        let parameters = try parameters("\u{212A}=1&K=2")
        #expect(parameters["K"] == "2")
    }

    @Test func `the number and the length of parameters are bounded`() throws {
        let many = (0..<60).map { "p\($0)=1" }.joined(separator: "&")
        #expect(try parameters(many).parameters.count == 60)
        #expect(throws: AuthorizationPageError.requestTooLarge) { try parameters(many + "&q=1") }
        let long = String(repeating: "a", count: 16_383)
        #expect(try parameters("a=" + long)["a"]?.utf8.count == 16_383)
        #expect(throws: AuthorizationPageError.requestTooLarge) { try parameters("ab=" + long) }
        let blank = String(repeating: "&", count: 49_152)
        #expect(try parameters(blank).parameters.isEmpty)
        #expect(throws: AuthorizationPageError.requestTooLarge) { try parameters(blank + "&") }
    }

    @Test func `a client's credentials are no part of its request`() throws {
        let parameters = try parameters("client_secret=1&client_assertion=2&client_assertion_type=3&scope=openid")
        #expect(parameters.withoutClientAuthentication().parameters.map(\.name.text) == ["scope"])
    }

    @Test func `a parameter can be replaced`() throws {
        let parameters = try parameters("client_id=a&scope=openid").setting("client_id", to: "b")
        #expect(parameters["client_id"] == "b")
        #expect(parameters["scope"] == "openid")
        #expect(parameters.repeatedName == nil)
    }
}
