// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import IdentityModel
import OpenIDProvider
import Testing
import WireFormats

struct GrantTests {
    private func body(_ grantType: String) -> TokenBody { TokenBody(["grant_type": .string(grantType)]) }

    @Test(arguments: GrantType.offered)
    func `every offered grant type is handled by its own grant`(type: GrantType) throws {
        #expect(try Grant(body(type.rawValue)).type == type)
    }

    @Test(arguments: GrantType.allCases.filter { !GrantType.offered.contains($0) })
    func `a grant type that is known but not offered is unsupported`(type: GrantType) {
        #expect(throws: OAuthFailure.grantTypeUnknown(type.rawValue)) {
            try Grant(body(type.rawValue))
        }
    }

    @Test(arguments: ["", "refresh", "REFRESH_TOKEN", String(repeating: "a", count: 1000)])
    func `an unknown grant type is unsupported`(name: String) {
        #expect(throws: OAuthFailure.grantTypeUnknown(String(name.prefix(100)))) {
            try Grant(body(name))
        }
    }

    @Test func `an unsupported grant type has the error code of RFC 6749`() {
        #expect(OAuthFailure.grantTypeUnknown("implicit").error == "unsupported_grant_type")
    }
}
