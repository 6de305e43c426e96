// SPDX-License-Identifier: Apache-2.0

package import ClientContract
import IdentityModel
package import SignIn

extension SignUpProfile {
    package init(_ body: PasskeyRegisterBody) {
        self.init()
        for kind in Identifier.Kind.allCases {
            identifiers[kind] = body.profile[kind.rawValue]
        }
        profile.name = body.profile["name"]
        profile.givenName = body.profile["given_name"]
        profile.familyName = body.profile["family_name"]
        profile.nickname = body.profile["nickname"]
        profile.picture = body.profile["picture"]
        metadata = body.metadata
        awaitsIdentifiers = body.hasIdentifiersAtFinish
    }
}
