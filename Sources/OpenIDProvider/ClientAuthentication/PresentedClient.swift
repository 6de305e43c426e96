// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The client that a request claims to be from, with its credential. Nothing in it is verified.
package struct PresentedClient: Hashable, Sendable {
    /// The client parameters of a request (RFC 6749, section 2.3.1; RFC 7521, section 4.2). Empty members are absent.
    package struct Parameters: Hashable, Sendable {
        package var id: String?
        package var secret: String?
        package var assertionType: String?
        package var assertion: String?

        package init() {}
    }

    package enum Credential: Hashable, Sendable {
        case none
        /// `literal` is the secret as the header has it, if decoding changes it.
        case secret(String, literal: String? = nil)
        case assertion(String)
    }

    package static let assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

    /// `nil` if the request does not name its client.
    package let id: String?
    package let credential: Credential

    /// Reads the body's parameters and the `Authorization` header, which is ignored unless its scheme is Basic.
    package init(_ parameters: Parameters, authorization header: String?) throws(OAuthFailure) {
        do throws(ClientRejection) {
            (id, credential) = try Self.read(parameters.withoutEmpty, authorization: header)
        } catch {
            throw .clientNotAuthenticated(error)
        }
    }

    private static func read(
        _ parameters: Parameters, authorization header: String?
    ) throws(ClientRejection) -> (String?, Credential) {
        let basic = try header.flatMap { text throws(ClientRejection) in try BasicCredentials(text) }
        let assertion = try readAssertion(parameters)
        let methods = (basic == nil ? 0 : 1) + (parameters.secret == nil ? 0 : 1) + (assertion == nil ? 0 : 1)
        guard methods <= 1 else { throw .severalMethods }
        if let basic {
            guard parameters.id.map({ ExactText($0) == ExactText(basic.id) }) ?? true else { throw .identifiersDiffer }
            return (basic.id, .secret(basic.secret, literal: basic.literal))
        }
        if let assertion {
            return (parameters.id ?? ClientAssertion.subject(of: assertion), .assertion(assertion))
        }
        return (parameters.id, parameters.secret.map { .secret($0) } ?? .none)
    }

    private static func readAssertion(_ parameters: Parameters) throws(ClientRejection) -> String? {
        guard let assertion = parameters.assertion else {
            guard parameters.assertionType == nil else { throw .assertionMissing }
            return nil
        }
        guard let type = parameters.assertionType else { throw .assertionTypeMissing }
        guard ExactText(type) == ExactText(assertionType) else { throw .assertionTypeUnknown }
        return assertion
    }
}

extension PresentedClient.Parameters {
    fileprivate var withoutEmpty: Self {
        var copy = self
        copy.id = id?.isEmpty == true ? nil : id
        copy.secret = secret?.isEmpty == true ? nil : secret
        copy.assertionType = assertionType?.isEmpty == true ? nil : assertionType
        copy.assertion = assertion?.isEmpty == true ? nil : assertion
        return copy
    }
}

/// The credentials in an `Authorization` header of the Basic scheme.
private struct BasicCredentials {
    let id: String
    let secret: String
    let literal: String?

    /// Returns `nil` for another scheme.
    init?(_ header: String) throws(ClientRejection) {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.first?.lowercased() == "basic" else { return nil }
        guard let bytes = parts.dropFirst().first.flatMap({ Base64.decode(String($0)) }),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            // RFC 6749, section 2.3.1: both are form-encoded before they are joined. Many clients skip that, and mean a
            // plus sign literally.
            let id = PercentEncoding.decode(bytes[..<colon], plusIsBlank: true), !id.isEmpty,
            let secret = PercentEncoding.decode(bytes[(colon + 1)...], plusIsBlank: true)
        else { throw .headerMalformed }
        self.id = id
        self.secret = secret
        literal = String(validating: bytes[(colon + 1)...], as: UTF8.self).flatMap { $0 == secret ? nil : $0 }
    }
}
