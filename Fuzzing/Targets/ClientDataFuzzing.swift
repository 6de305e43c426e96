// SPDX-License-Identifier: Apache-2.0

import WebAuthnVerification
import WireFormats

extension FuzzTarget {
    /// Members are what the JSON says; one byte order mark changes nothing, and a refusal says what is wrong.
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
            require(error != .notUTF8 || !isUTF8, "what is refused as no UTF-8 is none")
            require(error != .notAnObject || (try? JSONReader.read(text)) != nil, "what is no object is JSON")
            return
        }
        accepted("client data")
        require(String(validating: text, as: UTF8.self) != nil, "client data is UTF-8")
        require((try? CollectedClientData(json: mark + text)) == data, "a byte order mark changes nothing")
        require((try? CollectedClientData(json: mark + mark + text)) == nil, "there is one byte order mark at most")
        guard let members = (try? JSONReader.read(text))?.objectValue else {
            fatalError("client data is a JSON object")
        }
        require(data.type?.text == members["type"]?.stringValue, "the type is what stands there")
        require(data.challenge?.text == members["challenge"]?.stringValue, "the challenge is what stands there")
        require(data.origin == members["origin"]?.stringValue, "the origin is what stands there")
        require((data.crossOrigin == .absent) == (members["crossOrigin"] == nil), "what is absent is not there")
        require((data.topOrigin == .absent) == (members["topOrigin"] == nil), "what is absent is not there")
        let written = JSONValue.object(members).serialized()
        require((try? CollectedClientData(json: written)) == data, "client data is its members, not their spelling")
    }
}
