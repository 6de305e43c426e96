// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension FuzzTarget {
    /// Accepted texts survive a round trip, are written the same every time, and find their members by name.
    static let json = FuzzTarget(name: "json", accepts: ["a value"]) { bytes in
        guard let value = try? JSONReader.read(bytes) else { return }
        accepted("a value")
        let written = value.serialized()
        guard let readBack = try? JSONReader.read(written) else { fatalError("written values are JSON") }
        require(readBack == value, "values survive a round trip")
        require(readBack.hashValue == value.hashValue, "equal values have equal hashes")
        require(readBack.serialized() == written, "values are written the same every time")
        require(isConsistent(value), "members are found by name, and numbers keep their text")
    }

    private static func isConsistent(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .bool, .string: true
        case .number(let number): JSONNumber(number.text) == number && !number.double.isNaN && agrees(number)
        case .array(let items): items.allSatisfy(isConsistent)
        // Limited, because looking up every member is quadratic.
        case .object(let object):
            object.members.prefix(64).allSatisfy { object[$0.name] == $0.value && isConsistent($0.value) }
        }
    }

    private static func agrees(_ number: JSONNumber) -> Bool {
        number.int64.map { Double($0) == number.double } ?? true
    }
}
