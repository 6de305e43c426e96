// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import PasswordHashing
import WebAuthnMessages
import WireFormats

/// A sign-up through an application with a password, which waits until its address is proven.
///
/// What is stored of it is sealed beside a code, which a mailed link stands for. The page of the link asks for the password:
/// whoever owns the address doesn't get an account with the password of somebody else who has typed it.
package struct SuspendedSignUp: Sendable {
    /// How long the link works, in seconds.
    static let lifetime = 3_600

    /// A link, as it was opened.
    package struct Opened: Sendable {
        package let needsPassword: Bool
        let client: String
        let draft: SignUpDraft
        let hash: PasswordHashText?
    }

    private let services: PasswordServices
    private let codes: CodeServices
    private let limits: SignInLimits

    package init(_ services: PasswordServices, codes: CodeServices, limits: SignInLimits) {
        self.services = services
        self.codes = codes
        self.limits = limits
    }

    /// Stores the account, once its link was opened and its password entered.
    package func callAsFunction(
        _ password: String?, with link: MailedCode, at host: String, by sender: RequestSender,
        in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) {
        let opened = try Self.open(link.record, sealedBy: codes.seal)
        guard let connection = configuration.connection(link.record.address.connection), !connection.isSignUpDisabled
        else { throw .link(.unusable) }
        let entered = EnteredCode(
            link.code, of: .id(link.record.id), for: .signUp, client: link.record.client, at: host, by: sender)
        let code: SentCode
        do throws(SignInFailure) {
            code = try await codes.judge(entered, triesAllowed: configuration.tenant.codes.tries)
        } catch {
            guard case .code(.mismatch) = error else { throw error }
            throw .link(.unusable)
        }
        if let hash = opened.hash {
            let isRight = try await services.verify(
                password ?? "", against: hash, cost: HashCost(configuration.tenant.passwordHashCost))
            guard isRight else { throw .password(.mismatch(.wrong)) }
        }
        let time = services.accounts.now()
        let proof = AddressProof(code)
        let user = User(opened.draft, in: connection.name, createdAt: time).proving([proof])
        let (hash, client) = (opened.hash, opened.client)
        try await services.accounts.write { transaction in
            try ProvenAddresses(proofs: [proof], user: user, sender: sender).take(in: transaction)
            try transaction.reporting(.alreadyExists, as: SignInFailure.account(.exists)) {
                try transaction.users.insert(user)
            }
            try transaction.events.insert(
                sender.event(
                    .userCreated, of: user.id, client: client, at: time,
                    details: ["passkey": false, "password": .bool(hash != nil)]))
            try transaction.events.insert(
                sender.event(
                    .identifierVerified, of: user.id, client: client, at: time,
                    details: ["kind": .string(proof.address.kind.rawValue), "by": "link"]))
            guard let hash else { return }
            try transaction.passwords.set(StoredPassword(user: user.id, hash: hash, setAt: time))
            try transaction.events.insert(sender.event(.passwordSet, of: user.id, client: client, at: time))
        }
    }

    /// Returns what was suspended. Rejects other codes.
    static func open(_ record: SentCode, sealedBy seal: CodeSeal) throws(SignInFailure) -> Opened {
        guard record.purpose == .signUp, record.binding == .holder,
            let content = record.content.flatMap({ seal.open($0, of: record.id) }),
            let draft = content["draft"].flatMap(SignUpDraft.init(json:))
        else { throw .link(.unusable) }
        let hash = content["hash"]?.stringValue.map { PasswordHashText($0) }
        return Opened(needsPassword: hash != nil, client: record.client, draft: draft, hash: hash)
    }
}

extension SignUpVerification {
    /// Has a link sent with which the sign-up goes on. Rejects an address that an account has, unless nobody may learn that.
    func suspend(
        _ draft: SignUpDraft, hash: PasswordHashText?, for request: Request, in connection: Connection, isStrict: Bool,
        under rules: CodeRules
    ) async throws(SignInFailure) {
        if !isStrict {
            let isTaken = try await codes.accounts.read { snapshot in
                try draft.identifiers.filter(\.isUnique).contains {
                    try snapshot.users.find($0.kind, normalized: $0.normalized, in: connection.name) != nil
                }
            }
            guard !isTaken else { throw .account(.exists) }
        }
        var (request, rules) = (request, rules)
        request.isByLink = true
        rules.lifetime = SuspendedSignUp.lifetime
        var content: JSONObject = ["draft": .object(draft.json)]
        content["hash"] = hash.map { .string($0.text) }
        _ = try await begin(draft, kinds: [.email], for: request, in: connection, content: content, under: rules)
    }
}
