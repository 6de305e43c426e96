// SPDX-License-Identifier: Apache-2.0

/// Why something is not a usable public key.
package enum KeyRejection: Error, Hashable {
    case pointNotOnCurve
    /// An Edwards point under which anybody can sign.
    case smallOrder
    case coordinateLength(Int)
    case keyLength(Int)
    case modulusTooSmall(bits: Int)
    case modulusTooLarge(bits: Int)
    /// Even, below 3, or above 2^64.
    case exponentNotAcceptable
    case malformed
    /// A kind of key that is not supported, or not by the OpenSSL that is loaded.
    case algorithmUnavailable
}
