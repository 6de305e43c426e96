// SPDX-License-Identifier: Apache-2.0

package import WebAuthnVerification
import WireFormats

/// The SHA-256 fingerprint of the certificate that an Android application is signed with.
package struct CertificateFingerprint: Hashable, Sendable, CustomStringConvertible {
    package let bytes: [UInt8]

    /// Reads the form that keytool and Gradle print: 32 bytes in hexadecimal digits with colons between them.
    package init(_ text: String) throws(ValueRejection) {
        let pairs = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard pairs.count != 20 else {
            throw ValueRejection("is a SHA-1 fingerprint", remedy: "Copy the line that begins with SHA256.")
        }
        let bytes = pairs.compactMap { pair in
            pair.count == 2 && pair.allSatisfy(\.isHexadecimal) ? UInt8(String(Substring(pair)), radix: 16) : nil
        }
        guard pairs.count == 32, bytes.count == 32 else {
            throw ValueRejection(
                "is no SHA-256 fingerprint",
                remedy:
                    "Write 32 bytes in hexadecimal with colons, as keytool -list -v or gradlew signingReport shows them."
            )
        }
        self.bytes = bytes
    }

    /// As responses of the application name their origin.
    package var origin: Origin { .androidApplication(certificateFingerprint: bytes) }

    /// As Android's association files have it.
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
