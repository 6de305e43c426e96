// SPDX-License-Identifier: Apache-2.0

import CBORWriting
import WireFormats

extension JSONObject {
    /// Edits the attestation object of a registration response.
    mutating func editAttestationObject(_ edit: (inout CBORMap) -> Void) {
        guard var response = self["response"]?.objectValue,
            let bytes = response["attestationObject"]?.stringValue.flatMap({ Base64URL.decode($0) }),
            var object = try? CBORReader.read(bytes).mapValue
        else { return }
        edit(&object)
        response["attestationObject"] = .string(Base64URL.encode(CBORWriter.write(.map(object))))
        self["response"] = .object(response)
    }

    /// Edits the attestation statement of a registration response, if it is a map.
    mutating func editStatement(_ edit: (inout CBORMap) -> Void) {
        editAttestationObject { object in
            for index in object.entries.indices where object.entries[index].key == .text("attStmt") {
                guard case .map(var statement) = object.entries[index].value else { continue }
                edit(&statement)
                object.entries[index].value = .map(statement)
            }
        }
    }
}

extension CBORMap {
    /// Fills `x5c` with copies of its last certificate, up to this count.
    mutating func lengthenCertificates(to count: Int) {
        for index in entries.indices where entries[index].key == .text("x5c") {
            guard case .array(var list) = entries[index].value, let last = list.last else { continue }
            while list.count < count { list.append(last) }
            entries[index].value = .array(list)
        }
    }
}

extension [UInt8] {
    /// Returns the JSON object with an edit.
    func edited(_ edit: ((inout JSONObject) -> Void)?) throws -> [UInt8] {
        guard let edit, var object = try JSONReader.read(self).objectValue else { return self }
        edit(&object)
        return JSONValue.object(object).serialized()
    }
}

extension [UInt8] {
    /// Returns the COSE key with another algorithm.
    func replacingAlgorithm(with number: Int) -> [UInt8]? {
        guard let map = try? CBORReader.read(self).mapValue else { return nil }
        let entries = map.entries.map { entry in
            CBORMap.Entry(key: entry.key, value: entry.key == .int(3) ? .int(number) : entry.value)
        }
        return CBORWriter.write(.map(CBORMap(entries)))
    }
}
