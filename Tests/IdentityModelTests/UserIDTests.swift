// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import Testing

struct UserIDTests {
    @Test func `the identity is the part after the provider`() {
        #expect(UserID(rawValue: "auth0|abc|d").identity == "abc|d")
        #expect(UserID(rawValue: "abc").identity == "abc")
    }
}
