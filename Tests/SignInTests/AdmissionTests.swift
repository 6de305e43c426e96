// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import Testing
import WireFormats

struct AdmissionTests {
    @Test func `a client without the grant is rejected`() throws {
        #expect(try admit { $0["grant_types"] = ["authorization_code"] } == "sign-in.client-not-admitted.grant-missing")
    }

    @Test func `a third-party client is rejected`() throws {
        #expect(try admit { $0["is_first_party"] = false } == "sign-in.client-not-admitted.third-party")
    }

    @Test func `a client that is not OIDC-conformant is rejected`() throws {
        #expect(try admit { $0["oidc_conformant"] = false } == "sign-in.client-not-admitted.not-oidc-conformant")
    }

    @Test func `an unknown connection is rejected`() throws {
        #expect(try admit(realm: "nowhere") == "sign-in.connection-unknown")
    }

    @Test(arguments: [["other"], []])
    func `a connection that does not list the client is rejected`(_ clients: [JSONValue]) throws {
        #expect(try admit(connection: { $0["enabled_clients"] = .array(clients) }) == "sign-in.connection-unknown")
    }

    @Test func `a connection that lists the client is admitted`() throws {
        #expect(try admit(connection: { $0["enabled_clients"] = ["other", "web"] }) == "admitted")
    }

    @Test func `a connection without passkeys is rejected`() throws {
        let code = try admit(connection: { $0["options"] = ["authentication_methods": ["passkey": ["enabled": false]]] }
        )
        #expect(code == "sign-in.passkeys-disabled")
    }

    @Test func `an organization is rejected if the client does not use organizations`() throws {
        #expect(try admit(organization: "acme") == "sign-in.organization.not-allowed")
    }

    @Test func `a client that requires an organization is rejected without one`() throws {
        #expect(try admit { $0["organization_usage"] = "require" } == "sign-in.organization.missing")
    }

    @Test func `an unknown organization is rejected`() throws {
        #expect(
            try admit(organization: "acme") { $0["organization_usage"] = "allow" } == "sign-in.organization.unknown")
    }

    @Test func `every other combination is admitted`() throws {
        #expect(try admit() == "admitted")
    }

    private func admit(
        realm: String? = nil, organization: String? = nil, client: (inout JSONObject) -> Void = { _ in },
        connection: (inout JSONObject) -> Void = { _ in }
    ) throws -> String {
        let fixture = try SignInFixture { documents in
            for index in documents.indices {
                if documents[index].kind == .connection { connection(&documents[index].json) }
                if documents[index].id == "web" { client(&documents[index].json) }
            }
        }
        let request = AdmissionRequest(
            client: try fixture.client(), host: SignInFixture.host, realm: realm, organization: organization)
        do {
            _ = try CeremonyAdmission(request, in: fixture.configuration)
            return "admitted"
        } catch {
            return error.code
        }
    }
}
