// SPDX-License-Identifier: Apache-2.0

/// The reason a request is rejected. The connection is closed after the response, as the bytes that follow can't be
/// parsed reliably.
package enum RequestRejection: Error, Hashable, Sendable, CaseIterable {
    case bareLineFeed
    case bareCarriageReturn
    case controlCharacter
    case requestLineTooLong
    case requestLineMalformed
    case methodMalformed
    case methodNotSupported
    case targetMalformed
    case versionMalformed
    case versionNotSupported
    case headTooLarge
    case fieldsTooMany
    case fieldMalformed
    case fieldNameMalformed
    case fieldFolded
    case fieldNotText
    case hostMissing
    case hostRepeated
    case hostMalformed
    case hostContradictsTarget
    case hostNotServed
    case contentLengthMalformed
    case contentLengthRepeated
    case lengthBesideTransferEncoding
    case transferEncodingRepeated
    case transferEncodingNotSupported
    case transferEncodingTooEarly
    case expectationNotSupported
    case bodyTooLarge
    case chunkMalformed
    case trailersTooLarge

    package var status: HTTPStatus {
        switch self {
        case .bodyTooLarge: 413
        case .requestLineTooLong: 414
        case .expectationNotSupported: 417
        case .hostNotServed: 421
        case .headTooLarge, .fieldsTooMany, .trailersTooLarge: 431
        case .methodNotSupported, .transferEncodingNotSupported: 501
        case .versionNotSupported: 505
        default: 400
        }
    }

    /// The stable error code, such as `host_missing`.
    package var code: String {
        "\(self)".unicodeScalars.reduce(into: "") { code, scalar in
            let isUpperCase = ("A"..."Z").contains(scalar)
            code += isUpperCase ? "_\(scalar)".lowercased() : String(scalar)
        }
    }
}
