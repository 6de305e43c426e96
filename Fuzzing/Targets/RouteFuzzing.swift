// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPEndpoints
import WireFormats

extension FuzzTarget {
    /// Encoded text survives a round trip, and the path of a found operation leads to the same one.
    static let route = FuzzTarget(name: "route", accepts: ["a fixed path", "a path with a name"]) { bytes in
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        let encoded = PercentEncoding.encode(text)
        require(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "encoded text is visible ASCII")
        let decoded = PercentEncoding.decode(encoded)
        require(decoded.map { Array($0.utf8) } == bytes, "encoded text decodes to the same bytes")
        let found = Endpoints.operations(at: text)
        guard let path = found.all.first?.path else { return }
        guard let name = found.name else { return accepted("a fixed path") }
        accepted("a path with a name")
        require(!name.isEmpty, "a name is not empty")
        let again = Endpoints.operations(at: path.naming(name))
        require(again.all.first?.path == path, "the path is the same")
        require(again.name.map { Array($0.utf8) } == Array(name.utf8), "the name is the same")
    }
}
