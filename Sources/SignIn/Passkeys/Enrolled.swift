// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// Somebody who has one passkey more.
package struct Enrolled: Sendable {
    package let user: User
    package let passkey: Passkey
    /// The passkeys that it replaces on its device. They stay usable.
    package let superseded: [PasskeyID]
    package let signal: PasskeySignal
}
