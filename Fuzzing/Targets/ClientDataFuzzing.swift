// SPDX-License-Identifier: Apache-2.0

import WebAuthnVerification
import WireFormats

extension FuzzTarget {
    /// Members match the JSON, one byte order mark changes nothing, and rejections are explained.
    static let clientData = FuzzTarget(name: "client-data", accepts: ["client data"]) { bytes in
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes
        let data: CollectedClientData
        do throws(ClientDataRejection) {
            data = try CollectedClientData(json: bytes)
        } catch {
            requireExplained(.clientDataMalformed(error) as RegistrationRejection)
            requireExplained(.clientDataMalformed(error) as AuthenticationRejection)
            let isUTF8 = String(validating: text, as: UTF8.self) != nil
            require(error != .notUTF8 || !isUTF8, "input that is rejected as not UTF-8 is not UTF-8")
            require(
                error != .notAnObject || (try? JSONReader.read(text)) != nil,
                "input that is rejected as not an object is JSON")
            return
        }
        accepted("client data")
        require(String(validating: text, as: UTF8.self) != nil, "client data is UTF-8")
        require((try? CollectedClientData(json: mark + text)) == data, "a byte order mark changes nothing")
        require((try? CollectedClientData(json: mark + mark + text)) == nil, "a second byte order mark is rejected")
        guard let members = (try? JSONReader.read(text))?.objectValue else {
            fatalError("client data is a JSON object")
        }
        require(data.type?.text == members["type"]?.stringValue, "the type matches the JSON")
        require(data.challenge?.text == members["challenge"]?.stringValue, "the challenge matches the JSON")
        require(data.origin == members["origin"]?.stringValue, "the origin matches the JSON")
        require(
            (data.crossOrigin == .absent) == (members["crossOrigin"] == nil), "absent members are absent in the JSON")
        require((data.topOrigin == .absent) == (members["topOrigin"] == nil), "absent members are absent in the JSON")
        let written = JSONValue.object(members).serialized()
        require((try? CollectedClientData(json: written)) == data, "client data depends on the JSON value only")
    }
}
