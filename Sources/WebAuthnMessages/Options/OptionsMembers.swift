// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension Challenge {
    init(json: JSONValue?) throws(OptionsMalformation) {
        guard let text = json?.stringValue else { throw .memberMissing("challenge") }
        guard let bytes = Base64URL.decode(text) else { throw .memberNotBase64URL("challenge") }
        self.init(uncheckedBytes: bytes)
    }
}

extension CredentialDescriptor {
    static func list(_ json: JSONValue?) throws(OptionsMalformation) -> [CredentialDescriptor] {
        var descriptors: [CredentialDescriptor] = []
        for element in json?.arrayValue ?? [] {
            descriptors.append(try CredentialDescriptor(json: element))
        }
        return descriptors
    }
}

extension COSEAlgorithmID {
    var parameterJSON: JSONValue {
        .object(JSONObject([("type", "public-key"), ("alg", .number(JSONNumber(Int64(rawValue))))]))
    }
}

extension JSONValue {
    static func options(_ bytes: [UInt8]) throws(OptionsMalformation) -> JSONValue {
        do {
            return try JSONReader.read(bytes)
        } catch {
            throw .notJSON("\(error)")
        }
    }

    static func strings(_ json: JSONValue?) -> [String] {
        (json?.arrayValue ?? []).compactMap { $0.stringValue }
    }
}

/// The reason why options can't be parsed.
public enum OptionsMalformation: Error, Hashable, Sendable {
    /// The bytes are not strict JSON. The text says where and why.
    case notJSON(String)
    /// A required member is absent, null or has the wrong type.
    case memberMissing(String)
    /// A member is not base64url without padding, or has an invalid length.
    case memberNotBase64URL(String)
}
