// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import Testing

@Suite("Accounts")
struct UserIDTests {
    @Test("the identity is what stands behind the provider")
    func identity() {
        #expect(UserID(rawValue: "auth0|abc|d").identity == "abc|d")
        #expect(UserID(rawValue: "abc").identity == "abc")
    }
}
