// SPDX-License-Identifier: Apache-2.0

import CommandLine
import WireFormats

/// An API as the command line describes it.
struct APIDraft: Sendable {
    let audience: String
    let name: String
    private let scopes: [String]

    init(audience: String, name: String, scopes: [String] = []) {
        (self.audience, self.name, self.scopes) = (audience, name, scopes)
    }

    init(_ arguments: CommandArguments) throws(CommandFailure) {
        guard let audience = arguments.operands.first, arguments.operands.count == 1 else {
            throw .malformed("apis add takes one AUDIENCE, such as urn:notes:api. See thumbturn help apis add.")
        }
        self.init(
            audience: audience, name: arguments.value("--name") ?? audience, scopes: arguments.allValues("--scope"))
    }

    /// The API as JSON for a configuration file.
    var json: JSONObject {
        var json: JSONObject = ["identifier": .string(audience), "name": .string(name)]
        json["scopes"] = scopes.isEmpty ? nil : .array(scopes.map { ["value": .string($0)] })
        return json
    }
}
