// SPDX-License-Identifier: Apache-2.0

package import ClientContract
import IdentityModel
package import SignIn

extension SignUpProfile {
    package init(_ body: PasskeyRegisterBody) {
        self.init(texts: body.profile)
        metadata = body.metadata
        awaitsIdentifiers = body.hasIdentifiersAtFinish
    }

    /// Creates a profile of the members of a request, by their names.
    package init(texts: [String: String]) {
        self.init()
        for kind in Identifier.Kind.allCases { identifiers[kind] = texts[kind.rawValue] }
        profile.name = texts["name"]
        profile.givenName = texts["given_name"]
        profile.familyName = texts["family_name"]
        profile.nickname = texts["nickname"]
        profile.picture = texts["picture"]
    }
}
