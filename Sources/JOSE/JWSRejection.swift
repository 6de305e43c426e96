// SPDX-License-Identifier: Apache-2.0

/// Why a signed message is not accepted.
package enum JWSRejection: Error, Hashable {
    case malformed
    case algorithmNotAllowed
    case criticalHeaderNotUnderstood
    case certificatesMissing
    case certificateMalformed
    case signatureInvalid
}
