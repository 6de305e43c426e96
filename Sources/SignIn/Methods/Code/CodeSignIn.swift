// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import WebAuthnMessages
import WireFormats

/// Signs a user in, or up, with a code that was sent to an address.
///
/// 1. `BeginCodeSignIn` has the code sent.
/// 2. `judge` has it judged, and finds the account. An account in which nobody has proven the address is not entered: what
///    was enrolled before may be somebody else's (rule 21). The user decides on a page, with `AddressReview`.
/// 3. `CodeUse` is what the completion stores of it.
package struct CodeSignIn: Sendable {
    /// What a right code leads to.
    package enum Outcome: Sendable {
        case signIn(SignIn)
        /// Nobody has proven the address of this account before, and it has other ways in.
        case review(AddressReview)
    }

    private let codes: CodeServices

    package init(_ codes: CodeServices) {
        self.codes = codes
    }

    /// Judges a code for a client that takes it itself. It has no page on which a user could decide.
    package func judge(
        _ code: EnteredCode, by kind: Identifier.Kind, for request: AdmissionRequest,
        in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> SignIn {
        let admission = try Admission(client: request, to: kind.codeWay, in: configuration)
        switch try await judge(
            code, admitted: admission.connection, organization: admission.organization?.tokenID, in: configuration)
        {
        case .signIn(let signIn): return signIn
        case .review: throw .code(.identifierUnverified)
        }
    }

    /// Judges a code on the server's own page, on behalf of a client.
    package func judge(
        _ code: EnteredCode, onHostedPagesFor request: AdmissionRequest, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> Outcome {
        let kind = try await kind(of: code)
        let admission = try Admission(onHostedPages: request, to: kind.codeWay, in: configuration)
        return try await judge(
            code, admitted: admission.connection, organization: admission.organization?.tokenID, in: configuration)
    }

    /// Judges a code on the server's own page, where no client takes part.
    package func judge(
        _ code: EnteredCode, onOwnPagesFor realm: String, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> Outcome {
        let kind = try await kind(of: code)
        let admission = try Admission(ownPagesFor: realm, to: kind.codeWay, in: configuration)
        return try await judge(code, admitted: admission.connection, organization: nil, in: configuration)
    }

    private func kind(of code: EnteredCode) async throws(SignInFailure) -> Identifier.Kind {
        guard case .id(let id) = code.reference else { return code.kind }
        return try await codes.accounts.read { try $0.codes.find(id)?.address.kind } ?? code.kind
    }

    private func judge(
        _ entered: EnteredCode, admitted connection: Connection, organization: String?,
        in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> Outcome {
        let code = try await codes.judge(entered, triesAllowed: configuration.tenant.codes.tries)
        guard code.address.connection == connection.name else {
            throw .code(.mismatch(.elsewhere, by: code.address.kind))
        }
        let address = code.address
        let request = SignIn.Request(client: entered.client, organization: organization, sender: entered.sender)
        let time = codes.accounts.now()
        let found = try await codes.accounts.read { try FoundAddress(address, in: $0) }
        guard let found else {
            let content = code.content.flatMap { codes.seal.open($0, of: code.id) }
            guard content?["signs_up"]?.boolValue == true else { throw .code(.mismatch(.nobody, by: address.kind)) }
            let text = content?["address"]?.stringValue
            return .signIn(
                try SignIn(
                    newAccountFor: AddressProof(code), text: text ?? address.normalized, in: connection,
                    request: request, at: time))
        }
        guard found.isProven || !found.hasOtherWays else {
            let proofs = try await codes.exchange([AddressProof(code)])
            return .review(AddressReview(of: found, proven: proofs[0], in: connection, at: time))
        }
        var use = CodeUse(AddressProof(code), by: entered.sender, at: time)
        use.keepsEverything = found.isProven
        return .signIn(
            SignIn(
                with: use, of: found.user, request, suggestsPasskey: found.suggestsPasskey(in: connection), at: time))
    }
}

/// The account of an address, with what could be somebody else's in it.
struct FoundAddress: Sendable {
    let address: SentCode.Address
    let user: User
    let passkeys: [Passkey]
    let password: StoredPassword?
    let deviceKeys: [DeviceKey]

    init?(_ address: SentCode.Address, in snapshot: any StorageSnapshot) throws {
        let found = try snapshot.users.find(
            address.kind, normalized: address.normalized, in: address.connection)
        guard let found else { return nil }
        self.address = address
        user = found
        passkeys = try snapshot.passkeys.list(of: found.id)
        password = try snapshot.passwords.find(of: found.id)
        deviceKeys = try snapshot.deviceKeys.list(of: found.id)
    }

    /// Whether somebody has proven to own one of the account's addresses.
    var isProven: Bool { user[address.kind]?.isVerified == true }

    var hasOtherWays: Bool {
        !passkeys.isEmpty || password != nil || !deviceKeys.isEmpty
            || user.identifiers.contains { $0.isVerified && $0.isUnique }
    }

    func suggestsPasskey(in connection: Connection) -> Bool {
        passkeys.isEmpty && connection.methods.isPasskeyEnabled
    }
}

extension SignIn {
    /// The sign-in with a code.
    convenience init(
        with use: CodeUse, of user: User, _ request: Request, suggestsPasskey: Bool, at time: Timestamp
    ) {
        let kind = use.proof.address.kind
        var method = Method(kind == .phoneNumber ? "phone-code" : "email-code")
        method.ways = user.id.way(by: kind).map { [$0] } ?? []
        method.isRepeatable = true
        if suggestsPasskey { method.suggestion = .passkey }
        self.init(
            .existing(user), by: method, authentication: .code(to: kind, at: time), for: request, changing: use)
    }

    /// The sign-up with nothing but a code.
    convenience init(
        newAccountFor proof: AddressProof, text: String, in connection: Connection, request: Request,
        releasing isReleasing: Bool = false, at time: Timestamp
    ) throws(SignInFailure) {
        let kind = proof.address.kind
        guard connection.signsUp(with: kind) else { throw .code(.mismatch(.nobody, by: kind)) }
        var user = User(
            id: .random(), connection: connection.name, handle: try .forNewAccount(), createdAt: time)
        var identifier = Identifier(kind: kind, value: text, normalized: proof.address.normalized, isVerified: true)
        identifier.verifiedAt = time
        user.identifiers = [identifier]
        var method = Method(kind == .phoneNumber ? "phone-code" : "email-code")
        method.ways = user.id.way(by: kind).map { [$0] } ?? []
        method.isRepeatable = true
        if connection.methods.isPasskeyEnabled { method.suggestion = .passkey }
        var use = CodeUse(proof, by: request.sender, at: time)
        use.releasesFor = isReleasing ? user.id : nil
        self.init(
            .new(user), by: method, authentication: .code(to: kind, at: time), for: request, changing: use)
    }
}

extension AuthenticationFacts {
    /// The facts of an authentication with a code (RFC 8176).
    static func code(to kind: Identifier.Kind, at time: Timestamp) -> AuthenticationFacts {
        AuthenticationFacts(authenticatedAt: time, methods: [kind == .phoneNumber ? "sms" : "otp"])
    }
}
