// SPDX-License-Identifier: Apache-2.0

package import WebAuthnVerification
import WireFormats

/// The SHA-256 fingerprint of an Android application's signing certificate.
package struct CertificateFingerprint: Hashable, Sendable, CustomStringConvertible {
    package let bytes: [UInt8]

    /// Parses the format of keytool and Gradle: 32 hexadecimal bytes separated by colons.
    package init(_ text: String) throws(ValueRejection) {
        let pairs = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard pairs.count != 20 else {
            throw ValueRejection("is a SHA-1 fingerprint", remedy: "Copy the line that starts with SHA256.")
        }
        let bytes = pairs.compactMap { pair in
            pair.count == 2 && pair.allSatisfy(\.isHexadecimal) ? UInt8(String(Substring(pair)), radix: 16) : nil
        }
        guard pairs.count == 32, bytes.count == 32 else {
            throw ValueRejection(
                "is not a valid SHA-256 fingerprint",
                remedy:
                    "Use 32 hexadecimal bytes with colons, as printed by keytool -list -v or gradlew signingReport."
            )
        }
        self.bytes = bytes
    }

    /// The origin in the application's WebAuthn responses.
    package var origin: Origin { .androidApplication(certificateFingerprint: bytes) }

    /// The format of Android's association files.
    package var description: String {
        bytes.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 2 ? digits : "0" + digits
        }.joined(separator: ":")
    }
}

extension UInt8 {
    var isHexadecimal: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
            || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(self)
    }
}
