// SPDX-License-Identifier: Apache-2.0

package import Cryptography

/// Why something is not a public key in JSON.
package enum JSONWebKeyRejection: Error, Hashable, Sendable {
    case malformed
    /// It carries a private half, or a symmetric key: whoever sent it has given it away.
    case privateKey
    case kindNotSupported
    case notAcceptable(KeyRejection)
}
