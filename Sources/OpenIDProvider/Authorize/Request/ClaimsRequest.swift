// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The `claims` parameter: what a client requests beside the claims of its scopes (OpenID Connect Core, section 5.5).
///
/// Only the parts with an effect are kept. Unknown claims are ignored, as the specification requires.
package struct ClaimsRequest: Hashable, Sendable {
    private static let limits = JSONReader.Limits(depth: 5, bytes: 4096)
    private static let maximumValues = 20

    /// The names of claims about the user for the ID token.
    package var idToken: [String] = []
    /// The names of claims about the user for the userinfo endpoint.
    package var userInfo: [String] = []
    /// The user that the client expects: a value for `sub`.
    package var subject: String?
    /// The authentication context classes of which one is required: values for an essential `acr`.
    package var essentialContextClasses: [String]?

    package init() {}

    /// Reads the parameter. Returns `nil` if it is malformed.
    package init?(parameter text: String) {
        guard let json = (try? JSONReader.read([UInt8](text.utf8), limits: Self.limits))?.objectValue else {
            return nil
        }
        self.init(json: json)
    }

    /// Reads the parameter's object, or that of ``json``.
    package init?(json: JSONObject) {
        guard let idToken = Self.members(of: json["id_token"]), let userInfo = Self.members(of: json["userinfo"]) else {
            return nil
        }
        for members in [idToken, userInfo] {
            for name in UserClaims.names + ["sub", "acr", "auth_time"] {
                if let request = members[name], !Self.isWellFormed(request) { return nil }
            }
        }
        self.idToken = UserClaims.names.filter { idToken[$0] != nil }
        self.userInfo = UserClaims.names.filter { userInfo[$0] != nil }
        subject = (idToken["sub"]?["value"] ?? userInfo["sub"]?["value"])?.stringValue
        guard let context = idToken["acr"], context["essential"]?.boolValue == true else { return }
        let values = Self.values(of: context)
        // The reader of ``json`` finds them all in one list.
        guard values.count <= Self.maximumValues else { return nil }
        essentialContextClasses = values.isEmpty ? nil : values
    }

    package var isEmpty: Bool { self == ClaimsRequest() }

    /// The request as an object that ``init(json:)`` reads.
    package var json: JSONObject {
        var identity = JSONObject()
        if let subject { identity.append(["value": .string(subject)], as: "sub") }
        if let essentialContextClasses {
            identity.append(
                ["essential": true, "values": .array(essentialContextClasses.map(JSONValue.string))], as: "acr")
        }
        for name in idToken { identity.append(.null, as: name) }
        var json = JSONObject()
        if !identity.isEmpty { json.append(.object(identity), as: "id_token") }
        if !userInfo.isEmpty {
            json.append(.object(JSONObject(userInfo.map { ($0, JSONValue.null) })), as: "userinfo")
        }
        return json
    }

    /// Returns the members of one of the two parts, or `nil` if it is not an object.
    private static func members(of part: JSONValue?) -> JSONObject? {
        switch part {
        case nil, .null?: JSONObject()
        case .object(let members)?: members
        default: nil
        }
    }

    /// Whether a request for a claim is `null` or an object with `essential`, `value` and `values` of the right types.
    private static func isWellFormed(_ request: JSONValue) -> Bool {
        if case .null = request { return true }
        guard let members = request.objectValue else { return false }
        if let essential = members["essential"], essential.boolValue == nil { return false }
        guard let values = members["values"] else { return true }
        return values.arrayValue.map { $0.count <= maximumValues } ?? false
    }

    private static func values(of request: JSONValue) -> [String] {
        let values = [request["value"]].compactMap(\.self) + (request["values"]?.arrayValue ?? [])
        return ScopeList.distinct(values.compactMap(\.stringValue))
    }
}
