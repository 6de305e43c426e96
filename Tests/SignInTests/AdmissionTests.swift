// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import Testing
import WireFormats

@Suite("Who may run ceremonies")
struct AdmissionTests {
    @Test("a client without the grant is refused")
    func grant() throws {
        #expect(try admit { $0["grant_types"] = ["authorization_code"] } == "sign-in.client-not-admitted.grant-missing")
    }

    @Test("a third party's client is refused")
    func thirdParty() throws {
        #expect(try admit { $0["is_first_party"] = false } == "sign-in.client-not-admitted.third-party")
    }

    @Test("a client that does not conform is refused")
    func conformance() throws {
        #expect(try admit { $0["oidc_conformant"] = false } == "sign-in.client-not-admitted.not-oidc-conformant")
    }

    @Test("a connection that does not exist is refused")
    func connection() throws {
        #expect(try admit(realm: "nowhere") == "sign-in.connection-unknown")
    }

    @Test("a connection that does not list the client is refused", arguments: [["other"], []])
    func enabledClients(_ clients: [JSONValue]) throws {
        #expect(try admit(connection: { $0["enabled_clients"] = .array(clients) }) == "sign-in.connection-unknown")
    }

    @Test("a connection that lists the client admits it")
    func enabledClient() throws {
        #expect(try admit(connection: { $0["enabled_clients"] = ["other", "web"] }) == "admitted")
    }

    @Test("a connection without passkeys is refused")
    func passkeysDisabled() throws {
        let code = try admit(connection: { $0["options"] = ["authentication_methods": ["passkey": ["enabled": false]]] }
        )
        #expect(code == "sign-in.passkeys-disabled")
    }

    @Test("an organization that the client does not use is refused")
    func organizationDenied() throws {
        #expect(try admit(organization: "acme") == "sign-in.organization.not-allowed")
    }

    @Test("a client that requires an organization is refused without one")
    func organizationRequired() throws {
        #expect(try admit { $0["organization_usage"] = "require" } == "sign-in.organization.missing")
    }

    @Test("an organization that does not exist is refused")
    func organizationUnknown() throws {
        #expect(
            try admit(organization: "acme") { $0["organization_usage"] = "allow" } == "sign-in.organization.unknown")
    }

    @Test("everything else is admitted")
    func admitted() throws {
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
        let request = CeremonyRequest(
            client: try fixture.client(), host: SignInFixture.host, realm: realm, organization: organization)
        do {
            _ = try CeremonyAdmission(request, in: fixture.configuration)
            return "admitted"
        } catch {
            return error.code
        }
    }
}
