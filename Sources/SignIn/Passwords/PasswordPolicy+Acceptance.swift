// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import PasswordHashing

extension PasswordPolicy {
    /// Reads a password that is going to be set, or says which rule it breaks.
    func accept(_ password: String, for owner: PasswordOwner) throws(SignInFailure) -> NewPassword {
        if let fault = faults(of: password, for: owner).first { throw rejecting(password, for: fault) }
        do {
            return try NewPassword(password)
        } catch {
            throw rejecting(password, for: .composition)
        }
    }

    func rejecting(_ password: String, for fault: PasswordFault) -> SignInFailure {
        .password(.notAcceptable(fault, body: rejection(of: password, for: fault)))
    }
}

extension HashCost {
    /// The cost that the configuration says, which has checked it.
    package init(_ cost: PasswordHashCost) {
        self = HashCost(memoryKiB: cost.memory, passes: cost.passes) ?? .standard
    }
}

extension PasswordHash {
    /// Reads a stored hash; `nil` if it is outside the bounds.
    init?(_ stored: PasswordHashText) {
        guard let hash = try? PasswordHash(stored: stored.text, wrappedAs: stored.wrappedAs) else { return nil }
        self = hash
    }

    /// The stored form.
    package var stored: PasswordHashText { PasswordHashText(text, wrappedAs: wrappedAs, isWeak: isWeak) }
}
