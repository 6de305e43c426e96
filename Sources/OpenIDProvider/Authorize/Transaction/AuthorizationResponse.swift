// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// The response to an authorization request.
package enum AuthorizationResponse: Hashable, Sendable {
    case code(String)
    case error(AuthorizationError)

    package struct Field: Hashable, Sendable {
        package let name: String
        package let value: String
    }

    /// A response, ready to be sent.
    package enum Delivery: Hashable, Sendable {
        /// A redirect to this URL.
        case redirect(url: String)
        /// A form that the browser posts to the client.
        case form(action: String, fields: [Field])
        /// A message to the window that embeds the page or has opened it.
        case message(targetOrigin: String, fields: [Field])
    }

    /// Returns the parameters of the response. `iss` is always among them.
    package func fields(for target: ResponseTarget) -> [Field] {
        var fields: [Field] = []
        switch self {
        case .code(let code): fields.append(Field(name: "code", value: code))
        case .error(let error):
            fields.append(Field(name: "error", value: error.error))
            fields.append(Field(name: "error_description", value: error.description))
        }
        if let state = target.state { fields.append(Field(name: "state", value: state)) }
        fields.append(Field(name: "iss", value: target.issuer))
        return fields
    }

    package func delivery(to target: ResponseTarget) -> Delivery {
        let fields = fields(for: target)
        switch target.mode {
        case .query:
            return .redirect(
                url: target.redirectURI + Self.querySeparator(of: target.redirectURI) + Self.encode(fields))
        case .fragment: return .redirect(url: target.redirectURI + "#" + Self.encode(fields))
        case .formPost: return .form(action: target.redirectURI, fields: fields)
        case .webMessage:
            // The validation requires an origin. Without one, the message has no receiver.
            return .message(targetOrigin: RedirectURI.origin(of: target.redirectURI) ?? target.issuer, fields: fields)
        }
    }

    private static func encode(_ fields: [Field]) -> String {
        fields.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }

    /// An existing query is kept (RFC 6749, section 3.1.2).
    static func querySeparator(of uri: String) -> String {
        guard uri.utf8.contains(UInt8(ascii: "?")) else { return "?" }
        return uri.hasSuffix("?") || uri.hasSuffix("&") ? "" : "&"
    }
}
