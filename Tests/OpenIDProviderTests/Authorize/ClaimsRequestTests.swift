// SPDX-License-Identifier: Apache-2.0

import OpenIDProvider
import Testing
import WireFormats

@Suite struct ClaimsRequestTests {
    @Test func `the example of the specification is read`() throws {
        let text = """
            {"userinfo": {"given_name": {"essential": true}, "nickname": null, "email": {"essential": true},
            "email_verified": {"essential": true}, "picture": null, "http://example.info/claims/groups": null},
            "id_token": {"auth_time": {"essential": true}, "acr": {"values": ["urn:mace:incommon:iap:silver"]}}}
            """
        let request = try #require(ClaimsRequest(parameter: text))
        #expect(request.userInfo == ["given_name", "nickname", "picture", "email", "email_verified"])
        #expect(request.idToken == [])
        #expect(request.essentialContextClasses == nil)
        #expect(request.subject == nil)
    }

    @Test func `an essential context class and an expected user are kept`() throws {
        let text = """
            {"id_token": {"sub": {"value": "auth0|1"}, "acr": {"essential": true, "values": ["phr", "phrh"]}, "name": null}}
            """
        let request = try #require(ClaimsRequest(parameter: text))
        #expect(request.subject == "auth0|1")
        #expect(request.essentialContextClasses == ["phr", "phrh"])
        #expect(request.idToken == ["name"])
        #expect(ClaimsRequest(json: request.json) == request)
    }

    @Test func `an essential context class without a value requires none`() throws {
        let request = try #require(ClaimsRequest(parameter: #"{"id_token": {"acr": {"essential": true}}}"#))
        #expect(request.essentialContextClasses == nil)
        #expect(request.isEmpty)
    }

    @Test func `a request without an effect is empty`() throws {
        let request = try #require(ClaimsRequest(parameter: #"{"id_token": {"x": 1}, "userinfo": null, "other": []}"#))
        #expect(request.isEmpty)
        #expect(request.json.isEmpty)
    }

    @Test(arguments: [
        "", "null", "[]", "{", #"{"id_token": 1}"#, #"{"userinfo": []}"#, #"{"userinfo": {"email": true}}"#,
        #"{"userinfo": {"email": {"essential": "yes"}}}"#, #"{"id_token": {"acr": {"values": "phr"}}}"#,
        #"{"id_token": {"acr": 1}}"#, #"{"id_token": {"name": null, "name": null}}"#,
        #"{"id_token": {"x": [[[[[[]]]]]]}}"#,
    ])
    func `a malformed request is rejected`(text: String) {
        #expect(ClaimsRequest(parameter: text) == nil)
    }

    @Test func `the length and the number of values are bounded`() {
        let values = { (count: Int) in
            #"{"id_token": {"acr": {"values": [\#(Array(repeating: "1", count: count).joined(separator: ","))]}}}"#
        }
        #expect(ClaimsRequest(parameter: values(20)) != nil)
        #expect(ClaimsRequest(parameter: values(21)) == nil)
        #expect(ClaimsRequest(parameter: "{" + String(repeating: " ", count: 4094) + "}") != nil)
        #expect(ClaimsRequest(parameter: "{" + String(repeating: " ", count: 4095) + "}") == nil)
    }

    @Test func `a single context class counts with the others`() throws {
        let text = { (count: Int) in
            let values = (1...count).map { #""\#($0)""# }.joined(separator: ",")
            return #"{"id_token": {"acr": {"essential": true, "value": "0", "values": [\#(values)]}}}"#
        }
        let request = try #require(ClaimsRequest(parameter: text(19)))
        #expect(request.essentialContextClasses?.count == 20)
        #expect(ClaimsRequest(json: request.json) == request)
        #expect(ClaimsRequest(parameter: text(20)) == nil)
    }
}
