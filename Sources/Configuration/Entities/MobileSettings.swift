// SPDX-License-Identifier: Apache-2.0

package import WebAuthnVerification
import WireFormats

/// The native applications of a client, one for Apple platforms and one for Android.
package struct MobileSettings: Hashable, Sendable {
    package struct AppleApplication: Hashable, Sendable {
        package var teamID: String
        package var bundleIdentifier: String

        /// The case-sensitive application ID in association files.
        package var applicationID: String { "\(teamID).\(bundleIdentifier)" }

        package init(teamID: String, bundleIdentifier: String) {
            self.teamID = teamID
            self.bundleIdentifier = bundleIdentifier
        }
    }

    package struct AndroidApplication: Hashable, Sendable {
        package var packageName: String
        package var fingerprints: [CertificateFingerprint]

        package init(packageName: String, fingerprints: [CertificateFingerprint]) {
            self.packageName = packageName
            self.fingerprints = fingerprints
        }
    }

    package var apple: AppleApplication?
    package var android: AndroidApplication?

    package init() {}

    init(from members: inout ConfigurationMembers) {
        apple = members.objectWithMembers("ios") { ios in
            AppleApplication(
                teamID: ios.required("team_id", with: Self.readTeamID) ?? "",
                bundleIdentifier: ios.required("app_bundle_identifier", with: Self.readBundleIdentifier) ?? "")
        }
        android = members.objectWithMembers("android") { android in
            let name = android.required("app_package_name", with: Self.readPackageName) ?? ""
            let fingerprints = android.parsedList("sha256_cert_fingerprints", with: CertificateFingerprint.init)
            if fingerprints == nil {
                android.reject(
                    "sha256_cert_fingerprints", message: "This member is required.",
                    remedy: "List the SHA-256 fingerprints of the application's signing certificates.")
            }
            return AndroidApplication(packageName: name, fingerprints: fingerprints ?? [])
        }
    }

    private static func readTeamID(_ text: String) throws(ValueRejection) -> String {
        guard text.utf8.count == 10, text.utf8.allSatisfy({ $0.isUpperCase || $0.isDigit }) else {
            throw ValueRejection(
                "is not a valid Apple team ID",
                remedy: "Copy the ten capital letters and digits from Membership details at developer.apple.com.")
        }
        return text
    }

    private static func readBundleIdentifier(_ text: String) throws(ValueRejection) -> String {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isWhole = parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
        }
        guard isWhole, text.utf8.count <= 155 else {
            throw ValueRejection(
                "is not a valid bundle identifier", remedy: "Copy it from Xcode, such as com.example.app.")
        }
        return text
    }

    private static func readPackageName(_ text: String) throws(ValueRejection) -> String {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isWhole = parts.allSatisfy { part in
            (part.first.map { $0.isLowerCase || $0.isUpperCase } ?? false)
                && part.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
        }
        guard isWhole, parts.count >= 2, text.utf8.count <= 255 else {
            throw ValueRejection(
                "is not a valid package name",
                remedy: "Copy the applicationId from build.gradle, such as com.example.app.")
        }
        return text
    }
}

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
