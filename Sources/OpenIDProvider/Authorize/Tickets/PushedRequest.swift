// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
package import IdentityModel
import JOSE
package import WireFormats

/// The parameters of an authorization request, sealed in a `request_uri` (RFC 9126, section 2.2).
///
/// The endpoint of pushed requests issues it, and so does a POST of the browser, which continues as a GET. The
/// parameters are validated again when the URI is used, because the configuration may have changed.
package struct PushedRequest: Hashable, Sendable {
    /// The permitted lifetimes, in seconds.
    package static let lifetimes: ClosedRange<Int64> = 30...600

    package let client: String
    package let parameters: AuthorizationParameters
    package let source: AuthorizationValidation.Source
    package let expiresAt: Timestamp

    package init(
        client: String, parameters: AuthorizationParameters, source: AuthorizationValidation.Source,
        expiresAt: Timestamp
    ) {
        self.client = client
        self.parameters = parameters
        self.source = source
        self.expiresAt = expiresAt
    }

    /// The use of a pushed request, which is good once (RFC 9126, section 4).
    package struct Use: Hashable, Sendable {
        /// The digest of the `request_uri`.
        package let id: [UInt8]
        package let expiresAt: Timestamp

        /// Consumes the request. Returns whether it had not been used before.
        package func consume(in storage: any Storage) async throws(OAuthFailure) -> Bool {
            do {
                try await storage.withTransaction { try $0.oneTime.consume(id, expiresAt: expiresAt) }
                return true
            } catch StorageConflict.alreadyConsumed {
                return false
            } catch {
                throw OAuthFailure(error)
            }
        }
    }

    fileprivate static let prefix = "urn:ietf:params:oauth:request_uri:"

    /// Whether a `request_uri` has the form of those that the server issues.
    package static func isReference(_ uri: String) -> Bool { uri.utf8.starts(with: prefix.utf8) }
}

extension AuthorizationSeal {
    private static let pushedContext = [UInt8]("pushed request 1".utf8)
    /// The greatest length of a `request_uri`, which has to fit into the head of a request, in bytes.
    private static let maximumReferenceLength = 12_288

    /// Returns the `request_uri`. Throws if it would not fit into a URL.
    package func seal(_ request: PushedRequest) throws(AuthorizationPageError) -> String {
        let uri = PushedRequest.prefix + seal(request.json, context: Self.pushedContext)
        guard uri.utf8.count <= Self.maximumReferenceLength else { throw .requestTooLarge }
        return uri
    }

    /// Opens a `request_uri`, which only its own client may use.
    package func openPushedRequest(
        _ uri: String, client: String, at time: Timestamp
    ) throws(AuthorizationPageError) -> PushedRequest {
        guard PushedRequest.isReference(uri),
            let json = open(String(uri.dropFirst(PushedRequest.prefix.count)), context: Self.pushedContext),
            let request = PushedRequest(json: json)
        else { throw .requestURINotIssuedHere }
        guard ExactText(request.client) == ExactText(client) else { throw .requestURIClientMismatch }
        guard time < request.expiresAt else { throw .requestURIExpired }
        return request
    }
}

extension AuthorizationValidation {
    /// A validated request, and the use of the pushed request that it came from.
    package struct Validated: Sendable {
        package let request: AuthorizationRequest
        package var use: PushedRequest.Use?
    }

    /// Validates a request that may refer to pushed parameters. Parameters beside the `request_uri` have no effect (RFC
    /// 9101, section 5).
    package func validate(
        _ parameters: AuthorizationParameters, seal: AuthorizationSeal, at time: Timestamp
    ) throws(AuthorizationRejection) -> Validated {
        guard let uri = parameters["request_uri"], PushedRequest.isReference(uri) else {
            return Validated(request: try validate(parameters))
        }
        let pushed: PushedRequest
        do throws(AuthorizationPageError) {
            let client = try client(of: parameters)
            pushed = try seal.openPushedRequest(uri, client: client.id, at: time)
            guard pushed.parameters["client_id"].map(ExactText.init) == ExactText(client.id) else {
                throw .requestURIClientMismatch
            }
        } catch {
            throw .page(error)
        }
        var validated = Validated(request: try validate(pushed.parameters, from: pushed.source))
        // A request that the browser posted may come again, as it could be posted again.
        if pushed.source == .pushed {
            validated.use = PushedRequest.Use(
                id: DigestAlgorithm.sha256.hash([UInt8](uri.utf8)), expiresAt: pushed.expiresAt)
        }
        return validated
    }
}

extension PushedRequest {
    fileprivate var json: JSONObject {
        let pairs = parameters.parameters.map { JSONValue.array([.string($0.name.text), .string($0.value.text)]) }
        return [
            "client": .string(client), "source": .string(source.rawValue), "expires": JSONValue(expiresAt),
            "parameters": .array(pairs),
        ]
    }

    fileprivate init?(json: JSONObject) {
        guard let client = json["client"]?.stringValue, let expiresAt = json["expires"]?.numericDate,
            let source = json["source"]?.stringValue.flatMap(AuthorizationValidation.Source.init),
            let pairs = json["parameters"]?.arrayValue
        else { return nil }
        let parameters = pairs.compactMap { pair -> AuthorizationParameters.Parameter? in
            guard let name = pair.arrayValue?.first?.stringValue, let value = pair.arrayValue?.last?.stringValue else {
                return nil
            }
            return AuthorizationParameters.Parameter(name: name, value: value)
        }
        guard let parameters = try? AuthorizationParameters(parameters) else { return nil }
        self.init(client: client, parameters: parameters, source: source, expiresAt: expiresAt)
    }
}
