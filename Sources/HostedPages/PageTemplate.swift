// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

/// A page that was rendered once, with gaps for what differs between its responses: the value of the form's token and
/// the nonce.
package struct PageTemplate: Sendable {
    private enum Gap: Sendable {
        case token
        case nonce
    }

    /// Text with gaps. It is one array, so that nothing else is retained while it is filled.
    private struct Parts {
        var bytes: [UInt8] = []
        /// The gaps, with where they are in the bytes.
        var gaps: [(position: Int, gap: Gap)] = []

        func append(token: [UInt8], nonce: [UInt8], to output: inout [UInt8]) {
            bytes.withUnsafeBufferPointer { bytes in
                var start = 0
                for (position, gap) in gaps {
                    output += UnsafeBufferPointer(rebasing: bytes[start..<position])
                    output += gap == .token ? token : nonce
                    start = position
                }
                output += UnsafeBufferPointer(rebasing: bytes[start...])
            }
        }
    }

    private let html: Parts
    private let policy: Parts

    /// Renders the page with random marks in place of the token and the nonce. The authors of text on a page can't know
    /// them in advance.
    package init(rendering page: (_ token: String, _ nonce: String) -> RenderedPage) {
        let (token, nonce) = (Base64URL.encode(Randomness.bytes(24)), Base64URL.encode(Randomness.bytes(24)))
        let rendered = page(token, nonce)
        let marks = [(Array(token.utf8), Gap.token), (Array(nonce.utf8), Gap.nonce)]
        html = Self.parts(of: rendered.html, at: marks)
        policy = Self.parts(of: Array(rendered.policy.text.utf8), at: marks)
    }

    private static func parts(of bytes: [UInt8], at marks: [(bytes: [UInt8], gap: Gap)]) -> Parts {
        var parts = Parts()
        var position = 0
        while position < bytes.count {
            if let mark = marks.first(where: { bytes[position...].starts(with: $0.bytes) }) {
                parts.gaps.append((parts.bytes.count, mark.gap))
                position += mark.bytes.count
            } else {
                parts.bytes.append(bytes[position])
                position += 1
            }
        }
        return parts
    }

    /// Returns the page, and the text of its policy.
    package func filled(token: String, nonce: String) -> (html: [UInt8], policy: String) {
        // The token may be in the address of a link, too. Tokens are base64url, which means the same everywhere.
        let token = HTML(token).bytes
        let nonce = Array(nonce.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(html.bytes.count + 3 * token.count + html.gaps.count * nonce.count)
        html.append(token: token, nonce: nonce, to: &output)
        var policy: [UInt8] = []
        policy.reserveCapacity(512)
        self.policy.append(token: token, nonce: nonce, to: &policy)
        return (output, String(decoding: policy, as: UTF8.self))
    }
}
