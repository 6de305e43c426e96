// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// Parameters as web forms write them (RFC 6749, appendix B).
enum FormParameters {
    private static let most = 100

    /// Nil where the bytes are no form, or name a parameter twice, which RFC 6749 forbids in section 3.2.
    static func read(_ bytes: [UInt8]) -> JSONObject? {
        var object = JSONObject()
        for part in bytes.split(separator: UInt8(ascii: "&")) {
            let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = pair.first.flatMap({ PercentEncoding.decode($0, plusIsBlank: true) }), !name.isEmpty,
                let value = PercentEncoding.decode(pair.count > 1 ? pair[1] : [], plusIsBlank: true),
                object.count < most, object[name] == nil
            else { return nil }
            object[name] = .string(value)
        }
        return object
    }
}
