// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import WireFormats

extension FuzzTarget {
    /// A path leads to one route, and the path that is made of what was found leads to the same.
    static let route = FuzzTarget(name: "route", accepts: ["a fixed path", "a path with a name"]) { bytes in
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        let encoded = PercentEncoding.encode(text)
        require(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "what is encoded is visible")
        let decoded = PercentEncoding.decode(encoded)
        require(decoded.map { Array($0.utf8) } == bytes, "what is encoded is decoded to the same bytes")
        guard let found = Route.find(text) else { return }
        guard let name = found.name else { return accepted("a fixed path") }
        accepted("a path with a name")
        require(!name.isEmpty, "a name is not empty")
        guard let again = Route.find(found.route.path(naming: name)) else { fatalError("a path that is made is found") }
        require(again.route == found.route, "it is the same route")
        require(again.name.map { Array($0.utf8) } == Array(name.utf8), "it is the same name")
    }
}
