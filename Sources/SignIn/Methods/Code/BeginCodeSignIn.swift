// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import WireFormats

/// Has a code sent with which the user of an address signs in, or signs up where that is allowed.
///
/// Whoever has the address, the answer is the same, and so is what is read and stored. An account that is blocked, or
/// going to be erased, gets nothing.
package struct BeginCodeSignIn: Sendable {
    /// What asks for the code.
    package struct Request: Sendable {
        package let address: String
        package let kind: Identifier.Kind
        package let binding: SentCode.Binding
        package let dispatch: CodeDispatch
        /// Whether an address without an account gets one.
        package var allowsSignUp = false
        package var hasLink = false
        /// What the page of the link needs, in the browser that asked.
        package var state: String?

        package init(
            address: String, kind: Identifier.Kind, boundTo binding: SentCode.Binding, dispatch: CodeDispatch
        ) {
            self.address = address
            self.kind = kind
            self.binding = binding
            self.dispatch = dispatch
        }
    }

    private let codes: CodeServices

    package init(_ codes: CodeServices) {
        self.codes = codes
    }

    /// Has a code sent for a client that takes it itself.
    package func callAsFunction(
        _ request: Request, for admission: AdmissionRequest, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> SentCode.ID {
        let admitted = try Admission(client: admission, to: request.kind.codeWay, in: configuration)
        return try await begin(
            request, in: admitted.connection, of: admission.client.id, at: admission.host, configuration)
    }

    /// Has a code sent for the server's own page, on behalf of a client.
    package func callAsFunction(
        _ request: Request, onHostedPagesFor admission: AdmissionRequest, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> SentCode.ID {
        let admitted = try Admission(onHostedPages: admission, to: request.kind.codeWay, in: configuration)
        return try await begin(
            request, in: admitted.connection, of: admission.client.id, at: admission.host, configuration)
    }

    /// Has a code sent for the server's own page, where no client takes part.
    package func callAsFunction(
        _ request: Request, onOwnPagesFor realm: String, at host: String, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> SentCode.ID {
        let admitted = try Admission(ownPagesFor: realm, to: request.kind.codeWay, in: configuration)
        return try await begin(request, in: admitted.connection, of: "", at: host, configuration)
    }

    private func begin(
        _ request: Request, in connection: Connection, of client: String, at host: String,
        _ configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> SentCode.ID {
        try codes.requireReach(to: request.kind)
        let identifier: Identifier
        do {
            identifier = try IdentifierReading.read(request.address, as: request.kind)
        } catch {
            throw .profile(.identifierMalformed(request.kind))
        }
        let address = SentCode.Address(request.kind, normalized: identifier.normalized, in: connection.name)
        var wanted = CodeRequest(
            .signIn, to: address, for: client, at: host, boundTo: request.binding,
            languages: request.dispatch.languages, by: request.dispatch.sender)
        wanted.deliveryMethod = request.dispatch.method
        wanted.hasLink = request.hasLink
        try await codes.takeSending(of: wanted)
        let found = try await codes.accounts.read {
            try $0.users.find(address.kind, normalized: address.normalized, in: address.connection)
        }
        let recipient: CodeRecipient
        if let found {
            recipient = found.isActive ? .code(to: found[request.kind]?.value ?? identifier.value, of: found) : .nobody
        } else if request.allowsSignUp, connection.signsUp(with: request.kind) {
            recipient = .code(to: identifier.value, of: nil)
        } else {
            recipient = .nobody
        }
        var content: JSONObject = [
            "address": .string(identifier.value), "signs_up": .bool(request.allowsSignUp),
        ]
        content["state"] = request.state.map(JSONValue.string)
        let code = codes.prepare(
            wanted, to: recipient, content: content, under: configuration.tenant.codes, at: codes.accounts.now())
        try await codes.accounts.write { try code.store(in: $0) }
        return code.record.id
    }
}

extension Identifier.Kind {
    /// The way in by codes that are sent to such an address.
    package var codeWay: WayReference.Kind { self == .phoneNumber ? .phone : .email }
}

extension Connection {
    /// Whether an address of a kind is all that a new account needs.
    package func signsUp(with kind: Identifier.Kind) -> Bool {
        guard !isSignUpDisabled, let rule = identifiers.rules[kind], rule.isIdentifier, rule.signUp != .inactive else {
            return false
        }
        return identifiers.rules.allSatisfy { $0.key == kind || $0.value.signUp != .required }
    }
}
