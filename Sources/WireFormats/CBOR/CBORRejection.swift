// SPDX-License-Identifier: Apache-2.0

/// Why bytes were not accepted as CBOR.
package enum CBORRejection: Error, Hashable, Sendable {
    case truncated
    case trailingBytes(Int)
    /// Additional information 28, 29 or 30, or 31 where it has no meaning.
    case reservedAdditionalInformation
    /// An item of indefinite length, or the break that would end one.
    case indefiniteLength
    case tagNotAllowed
    case unsupportedSimpleValue
    case tooDeep
    case tooManyItems
    case lengthTooLarge
    case duplicateKey
    /// A map key that is neither an integer nor a string of bytes or text.
    case keyTypeNotAllowed
    case invalidUTF8
    /// Canonical form: a head that a shorter one could replace.
    case notMinimal
    /// Canonical form: map keys that are not in ascending order.
    case keysOutOfOrder
}
