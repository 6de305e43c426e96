// SPDX-License-Identifier: Apache-2.0

import HostedPages
import IdentityModel
import SignIn

extension SignInFailure {
    /// The faults in the fields of a sign-up, or `nil` if the failure is not about them.
    func fieldFaults(for profile: SignUpProfile) -> [Identifier.Kind: FieldFault]? {
        switch self {
        case .profile(.identifierMissing(let kind)): [kind: .missing]
        case .profile(.identifierMalformed(let kind)), .profile(.identifierNotAccepted(let kind)): [kind: .malformed]
        case .profile(.noIdentifier):
            Dictionary(uniqueKeysWithValues: Identifier.Kind.allCases.map { ($0, FieldFault.noneOfThese) })
        case .account(.exists): profile.identifiers.mapValues { _ in .taken }
        default: nil
        }
    }
}

extension ProfileRejection {
    /// The fault in the name.
    var fieldFault: FieldFault {
        if case .textTooLong = self { .tooLong } else { .malformed }
    }
}
