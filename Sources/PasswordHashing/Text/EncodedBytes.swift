// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// How a member of `custom_password_hash` writes its bytes.
enum BytesEncoding: String {
    case utf8, hex, base64

    func decode(_ text: String) -> [UInt8]? {
        switch self {
        case .utf8: [UInt8](text.utf8)
        case .hex: Self.hexadecimal(text.utf8)
        case .base64: Self.base64(text.utf8)
        }
    }

    private static func hexadecimal(_ text: String.UTF8View) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for symbol in text {
            guard let value = symbol.hexadecimalValue else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? bytes : nil
    }

    /// Decodes either alphabet, with or without padding: exports have all four.
    static func base64(_ text: some Collection<UInt8>) -> [UInt8]? {
        var symbols = [UInt8](text)
        var padding = 0
        while symbols.last == UInt8(ascii: "="), padding < 2 {
            symbols.removeLast()
            padding += 1
        }
        guard padding == 0 || (symbols.count + padding) % 4 == 0 else { return nil }
        for index in symbols.indices {
            switch symbols[index] {
            case UInt8(ascii: "+"): symbols[index] = UInt8(ascii: "-")
            case UInt8(ascii: "/"): symbols[index] = UInt8(ascii: "_")
            default: break
            }
        }
        return Base64URL.decode(symbols)
    }

    /// Base64 as the PHC format has it: the standard alphabet without padding.
    static func unpaddedBase64(_ bytes: [UInt8]) -> String {
        String(Base64.encode(bytes).prefix { $0 != "=" })
    }
}

extension JSONValue {
    /// The member of that name. Throws unless this is an object.
    func member(_ name: String) throws(PasswordHashRejection) -> JSONValue? {
        guard case .object(let object) = self else { throw .malformed(name) }
        return object[name]
    }

    func text(_ name: String) throws(PasswordHashRejection) -> String {
        guard case .string(let text) = self else { throw .malformed(name) }
        return text
    }

    /// The bytes of an object with a `value` and an `encoding`.
    func encodedBytes(
        _ name: String, defaultEncoding: BytesEncoding? = nil
    ) throws(PasswordHashRejection) -> [UInt8] {
        let value = try member("value")?.text("\(name).value")
        let named = try member("encoding")?.text("\(name).encoding")
        let encoding = named.map(BytesEncoding.init(rawValue:)) ?? defaultEncoding
        guard let value, let encoding, let bytes = encoding.decode(value) else { throw .malformed(name) }
        return bytes
    }
}

extension JSONObject {
    /// The integer of that name. Returns the default if there is none.
    func integer(_ name: String, default value: Int? = nil) throws(PasswordHashRejection) -> Int {
        guard let member = self[name] else {
            guard let value else { throw .malformed(name) }
            return value
        }
        guard let number = member.intValue else { throw .malformed(name) }
        return number
    }
}
