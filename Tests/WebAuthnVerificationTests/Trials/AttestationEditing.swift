// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension JSONObject {
    /// Changes the attestation object of a registration response.
    mutating func editAttestationObject(_ edit: (inout CBORMap) -> Void) {
        guard var response = self["response"]?.objectValue,
            let bytes = response["attestationObject"]?.stringValue.flatMap({ Base64URL.decode($0) }),
            var object = try? CBORReader.read(bytes).mapValue
        else { return }
        edit(&object)
        response["attestationObject"] = .string(Base64URL.encode(CBORWriter.write(.map(object))))
        self["response"] = .object(response)
    }

    /// Changes the attestation statement of a registration response, where it is a map.
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
    /// Lengthens `x5c` to a number of certificates with copies of its last one.
    mutating func lengthenCertificates(to count: Int) {
        for index in entries.indices where entries[index].key == .text("x5c") {
            guard case .array(var list) = entries[index].value, let last = list.last else { continue }
            while list.count < count { list.append(last) }
            entries[index].value = .array(list)
        }
    }
}
