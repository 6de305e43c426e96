// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The identifier of an authenticator's model, 16 bytes. Without attestation it is unverified.
public struct AAGUID: Hashable, Sendable, CustomStringConvertible {
    /// The 16 bytes.
    public let bytes: [UInt8]

    /// The AAGUID of an undisclosed model: 16 zero bytes.
    public static let zero = AAGUID(unchecked: [UInt8](repeating: 0, count: byteCount))

    package static let byteCount = 16

    /// Creates an AAGUID. Returns `nil` unless there are 16 bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Creates an AAGUID from a UUID, such as `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`, in either case.
    public init?(_ text: String) {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
        guard text.utf8.count == 36, digits.count == 32 else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in digits {
            guard let value = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
            if let first = high {
                bytes.append(first << 4 | UInt8(value))
                high = nil
            } else {
                high = UInt8(value)
            }
        }
        guard Self(unchecked: bytes).description == text.lowercased() else { return nil }
        self.bytes = bytes
    }

    private init(unchecked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The UUID in lower case.
    public var description: String {
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append("-") }
            text += byte < 16 ? "0" + String(byte, radix: 16) : String(byte, radix: 16)
        }
        return text
    }
}

/// The names of well-known authenticator models, for display only.
public enum AuthenticatorNames {
    /// Returns the name of a model, or `nil` if it is unknown.
    public static func name(of model: AAGUID) -> String? {
        names[model]
    }

    private static let names: [AAGUID: String] = {
        let table = try? JSONReader.read(PackageResources.authenticator_names_json)
        var names: [AAGUID: String] = [:]
        for member in table?.objectValue?.members ?? [] {
            guard let model = AAGUID(member.name), let name = member.value.stringValue else { continue }
            names[model] = name
        }
        return names
    }()
}
