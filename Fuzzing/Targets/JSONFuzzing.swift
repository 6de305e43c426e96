// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension FuzzTarget {
    /// What is accepted survives writing, is written the same ever after, and answers to its names.
    static let json = FuzzTarget(name: "json", accepts: ["a value"]) { bytes in
        guard let value = try? JSONReader.read(bytes) else { return }
        accepted("a value")
        let written = value.serialized()
        guard let readBack = try? JSONReader.read(written) else { fatalError("what is written is JSON") }
        require(readBack == value, "what is written reads back equal")
        require(readBack.hashValue == value.hashValue, "equal values hash alike")
        require(readBack.serialized() == written, "what is read back is written the same again")
        require(isConsistent(value), "members answer to their names, numbers keep their text")
    }

    private static func isConsistent(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .bool, .string: true
        case .number(let number): JSONNumber(number.text) == number && !number.double.isNaN && agrees(number)
        case .array(let items): items.allSatisfy(isConsistent)
        // Few of them: looking each up is quadratic here, though it is not in the reader.
        case .object(let object):
            object.members.prefix(64).allSatisfy { object[$0.name] == $0.value && isConsistent($0.value) }
        }
    }

    private static func agrees(_ number: JSONNumber) -> Bool {
        number.int64.map { Double($0) == number.double } ?? true
    }
}
