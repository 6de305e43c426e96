// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

/// A page that was rendered once, with gaps for what differs between its responses: the value of the form's token and the nonce.
package struct PageTemplate: Sendable {
    private enum Gap: Sendable {
        case token
        case nonce
    }

    private struct Part: Sendable {
        let bytes: [UInt8]
        /// What follows the bytes.
        let gap: Gap?
    }

    private let html: [Part]
    private let policy: [Part]
    private let count: Int

    /// Renders the page with random marks in place of the token and the nonce. Nobody who contributes text to a page can know
    /// them before.
    package init(rendering page: (_ token: String, _ nonce: String) -> RenderedPage) {
        let (token, nonce) = (Base64URL.encode(Randomness.bytes(24)), Base64URL.encode(Randomness.bytes(24)))
        let rendered = page(token, nonce)
        let marks = [(Array(token.utf8), Gap.token), (Array(nonce.utf8), Gap.nonce)]
        html = Self.parts(of: rendered.html, at: marks)
        policy = Self.parts(of: Array(rendered.policy.text.utf8), at: marks)
        count = rendered.html.count
    }

    private static func parts(of bytes: [UInt8], at marks: [(bytes: [UInt8], gap: Gap)]) -> [Part] {
        var parts: [Part] = []
        var (start, position) = (0, 0)
        while position < bytes.count {
            guard let mark = marks.first(where: { bytes[position...].starts(with: $0.bytes) }) else {
                position += 1
                continue
            }
            parts.append(Part(bytes: Array(bytes[start..<position]), gap: mark.gap))
            position += mark.bytes.count
            start = position
        }
        return parts + [Part(bytes: Array(bytes[start...]), gap: nil)]
    }

    /// Returns the page, and the text of its policy.
    package func filled(token: String, nonce: String) -> (html: [UInt8], policy: String) {
        // The token may be in the address of a link, too. Tokens are base64url, which means the same everywhere.
        let token = HTML(token).bytes
        let nonce = Array(nonce.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(count + 3 * token.count)
        Self.append(html, token: token, nonce: nonce, to: &output)
        var policy: [UInt8] = []
        policy.reserveCapacity(512)
        Self.append(self.policy, token: token, nonce: nonce, to: &policy)
        return (output, String(decoding: policy, as: UTF8.self))
    }

    private static func append(_ parts: [Part], token: [UInt8], nonce: [UInt8], to output: inout [UInt8]) {
        for part in parts {
            output += part.bytes
            switch part.gap {
            case .token: output += token
            case .nonce: output += nonce
            case nil: break
            }
        }
    }
}
