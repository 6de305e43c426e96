// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Testing
import WireFormats

struct APIRequestTests {
    @Test func `an answer that the API does not give is unexpected`() {
        let request = APIRequest.signIn(PasskeyChallengeBody(client: ClientParameters(id: "app")))
        for body in ["", "[]", "{}", #"{"auth_session":"s"}"#, #"{"auth_session":1,"authn_params_public_key":{}}"#] {
            let response = APIResponse(status: 200, headers: [], body: Array(body.utf8))
            guard case .failure(.unexpected(200)) = result(of: request, in: response) else {
                Issue.record("\(body) was accepted")
                continue
            }
        }
    }

    @Test func `a problem has the server's code and reference`() throws {
        let body = """
            {"error":"invalid_grant","error_description":"It was used.","code":"ceremony.consumed","reference":"r1",\
            "signal":{"unknown_credential":{"rpId":"example.org","credentialId":"AQI"}}}
            """
        let response = APIResponse(status: 403, headers: [], body: Array(body.utf8))
        let request = APIRequest.tokens(TokenBody(client: ClientParameters(id: "app"), grantType: "x"))
        guard case .failure(.problem(let problem)) = result(of: request, in: response) else {
            Issue.record("there is no problem")
            return
        }
        #expect(problem.code == "ceremony.consumed")
        #expect(problem.reference == "r1")
        #expect(problem.signal?.unknownCredential?.credentialID == [1, 2])
    }

    @Test func `an enrollment is verified where its location says`() throws {
        let body = #"{"auth_session":"s","authn_params_public_key":{}}"#
        let response = APIResponse(
            status: 202,
            headers: [("location", "https://auth.example.org/me/v1/authentication-methods/passkey%7Cnew?x=1")],
            body: Array(body.utf8))
        let answer = try APIRequest.enrollment(AuthenticationMethodCreateBody(type: .passkey)).answer(in: response)
        #expect(answer.method == "passkey|new")
        let next = APIRequest.update(of: answer.method, AuthenticationMethodUpdateBody(name: nil))
        #expect(next.path == "/me/v1/authentication-methods/passkey%7Cnew")
    }

    private func result<Answer>(
        of request: APIRequest<Answer>, in response: APIResponse
    ) -> Result<Answer, APIFailure> {
        Result { () throws(APIFailure) in try request.answer(in: response) }
    }
}
