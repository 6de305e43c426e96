// SPDX-License-Identifier: Apache-2.0

/// Why bytes were not accepted as DER.
package enum DERRejection: Error, Hashable, Sendable {
    case truncated
    case tagNotMinimal
    case tagTooLarge
    case indefiniteLength
    case lengthNotMinimal
    case lengthTooLarge
    case unexpectedTag(DERTag, expected: DERTag)
    /// The contents ended where another element was expected.
    case elementMissing(DERTag)
}
