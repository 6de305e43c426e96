// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// An IP address without the part that stands for one device: users recognize their network by it, and a mail that is
/// forwarded doesn't name more.
package struct ShortenedAddress: Hashable, Sendable {
    /// Such as `203.0.113.x` or `2001:db8:1::/48`.
    package let text: String

    package init(_ address: IPAddress) {
        let address = address.unmapped
        guard !address.isVersion4 else {
            text = address.bytes.prefix(3).map { "\($0)." }.joined() + "x"
            return
        }
        let network = IPAddress(bytes: Array(address.bytes.prefix(6)) + Array(repeating: 0, count: 10)) ?? address
        text = "\(network)/48"
    }
}
