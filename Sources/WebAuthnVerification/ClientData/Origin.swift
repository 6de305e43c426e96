// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// Where a ceremony took place: a serialized web origin or the facet of a native application, compared byte for byte.
public struct Origin: RawRepresentable, Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The origin as clients write it.
    public let rawValue: String

    /// Takes the text as it stands; nothing is normalized, because browsers always write the same form.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An origin written in the source, such as `"https://example.org"`.
    public init(stringLiteral text: String) {
        self.init(rawValue: text)
    }

    /// The origin of an Android application, from the SHA-256 fingerprint of its signing certificate.
    public static func androidApplication(certificateFingerprint: [UInt8]) -> Origin {
        Origin(rawValue: "android:apk-key-hash:" + Base64URL.encode(certificateFingerprint))
    }

    /// The same, for logs.
    public var description: String { rawValue }

    /// Whether both are the same, byte for byte.
    public static func == (one: Origin, other: Origin) -> Bool {
        ExactText(one.rawValue) == ExactText(other.rawValue)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactText(rawValue))
    }
}
