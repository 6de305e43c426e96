// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// A ceremony that has begun: the options for the client, and the session that it must send back.
package struct StartedCeremony<Options: Sendable>: Sendable {
    package let options: Options
    package let session: String
    /// The kinds of addresses whose codes the response needs.
    package var verifications: [Identifier.Kind] = []
}
