// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import WireFormats

/// The addresses that a sign-up proves before its account is stored.
///
/// 1. `begin` has a code sent to each. In the sign-up mode `strict`, who has an account gets a mail that says so, and what
///    is answered is the same.
/// 2. `judge` judges the codes, before anything else of the sign-up, so that a wrong one costs nothing but itself.
/// 3. The proofs are used up with the new account, whose addresses are verified then.
package struct SignUpVerification: Sendable {
    /// What asks for the codes.
    package struct Request: Sendable {
        let dispatch: CodeDispatch
        let client: String
        let host: String
        let binding: SentCode.Binding
        /// Whether a link in the mail confirms the address, instead of a code.
        var isByLink = false
    }

    let codes: CodeServices

    package init(_ codes: CodeServices) {
        self.codes = codes
    }

    /// The kinds of addresses that a sign-up proves: those that the connection says and, if nobody may learn who has an
    /// account, all that the server sends to.
    func kinds(of draft: SignUpDraft, in connection: Connection, isStrict: Bool) -> [Identifier.Kind] {
        draft.identifiers.map(\.kind).filter { kind in
            codes.reaches(kind) && (isStrict || connection.identifiers.rules[kind]?.isVerifiedAtSignUp == true)
        }
    }

    /// Has a code sent to each address that is not proven yet.
    func begin(
        _ draft: SignUpDraft, in connection: Connection, isStrict: Bool, for request: Request, under rules: CodeRules
    ) async throws(SignInFailure) -> [Identifier.Kind: SentCode.ID] {
        let needed = kinds(of: draft, in: connection, isStrict: isStrict)
        let unproven = needed.filter { kind in !draft.proves(kind, in: connection) }
        if draft.awaitsIdentifiers {
            let isNeeded = Identifier.Kind.allCases.contains { kind in
                codes.reaches(kind) && (isStrict || connection.identifiers.rules[kind]?.isVerifiedAtSignUp == true)
            }
            // Codes are sent before the credential is made.
            guard !isNeeded else { throw .profile(.noIdentifier) }
        }
        guard !unproven.isEmpty else { return [:] }
        return try await begin(draft, kinds: unproven, for: request, in: connection, under: rules)
    }

    /// Has a code sent to each address of some kinds.
    func begin(
        _ draft: SignUpDraft, kinds: [Identifier.Kind], for request: Request, in connection: Connection,
        content: JSONObject? = nil, under rules: CodeRules
    ) async throws(SignInFailure) -> [Identifier.Kind: SentCode.ID] {
        var requests: [(CodeRequest, Identifier)] = []
        for identifier in draft.identifiers where kinds.contains(identifier.kind) {
            let wanted = self.request(for: identifier, of: request, in: connection)
            try await codes.takeSending(of: wanted)
            requests.append((wanted, identifier))
        }
        let holders = try await codes.accounts.read { [draft] snapshot in
            try draft.identifiers.filter(\.isUnique).map { identifier in
                try snapshot.users.find(identifier.kind, normalized: identifier.normalized, in: connection.name)
            }
        }.compactMap(\.self)
        let time = codes.accounts.now()
        var (ids, prepared): ([Identifier.Kind: SentCode.ID], [PreparedCode]) = ([:], [])
        for (wanted, identifier) in requests {
            let holder = holders.first {
                $0[identifier.kind]?.normalized == identifier.normalized && identifier.isUnique
            }
            let code = codes.prepare(
                wanted, to: recipient(of: identifier, heldBy: holder), content: content, under: rules, at: time)
            ids[identifier.kind] = code.record.id
            prepared.append(code)
        }
        try await codes.accounts.write { [prepared] transaction in
            for code in prepared { try code.store(in: transaction) }
        }
        return ids
    }

    private func request(
        for identifier: Identifier, of request: Request, in connection: Connection
    ) -> CodeRequest {
        var wanted = CodeRequest(
            .signUp, to: identifier.address(in: connection.name),
            for: request.client, at: request.host, boundTo: request.binding, languages: request.dispatch.languages,
            by: request.dispatch.sender)
        wanted.deliveryMethod = request.dispatch.method
        wanted.isByLink = request.isByLink
        return wanted
    }

    /// An account that has proven its address keeps it, and its owner is told. One that hasn't loses it to whoever does.
    private func recipient(of identifier: Identifier, heldBy holder: User?) -> CodeRecipient {
        guard let holder else { return .code(to: identifier.value, of: nil) }
        guard holder.isActive else { return .nobody }
        return holder[identifier.kind]?.isVerified == true
            ? .accountExists(holder, address: holder[identifier.kind]?.value ?? identifier.value)
            : .code(to: identifier.value, of: nil)
    }

    /// Rejects a sign-up on a page that has not proven its addresses.
    func require(_ draft: SignUpDraft, in connection: Connection, isStrict: Bool) throws(SignInFailure) {
        let missing = kinds(of: draft, in: connection, isStrict: isStrict).filter { kind in
            !draft.proves(kind, in: connection)
        }
        guard missing.isEmpty else { throw .code(.verificationMissing(missing)) }
    }

    /// The kinds of addresses that a sign-up on a page proves first, and has not proven yet.
    package func missing(
        _ profile: SignUpProfile, in connection: Connection, isStrict: Bool
    ) throws(SignInFailure) -> [Identifier.Kind] {
        let draft = try profile.draft(handle: try .forNewAccount(), under: connection.identifiers)
        return kinds(of: draft, in: connection, isStrict: isStrict).filter { kind in
            !draft.proves(kind, in: connection)
        }
    }

    /// Has codes sent for a sign-up on a page, which asks for them before anything else.
    package func begin(
        _ profile: SignUpProfile, for client: String, at host: String, in browser: [UInt8],
        dispatching dispatch: CodeDispatch, connection: Connection, isStrict: Bool, under rules: CodeRules
    ) async throws(SignInFailure) -> [Identifier.Kind: SentCode.ID] {
        let draft = try profile.draft(handle: try .forNewAccount(), under: connection.identifiers)
        return try await begin(
            draft, in: connection, isStrict: isStrict,
            for: dispatch.request(of: client, at: host, boundTo: .browser(browser)), under: rules)
    }

    /// Judges the codes that were entered on a page, uses them up, and returns what they prove to its next steps.
    package func exchange(
        _ entered: [Identifier.Kind: String], of ids: [Identifier.Kind: SentCode.ID], client: String, at host: String,
        in browser: [UInt8], by sender: RequestSender, under rules: CodeRules
    ) async throws(SignInFailure) -> [AddressProof] {
        let proofs = try await judge(
            entered, of: ids, client: client, at: host, in: browser, by: sender, triesAllowed: rules.tries)
        return try await codes.exchange(proofs)
    }

    /// Judges the codes of a sign-up. If one is wrong, the user may enter it again, until it is final.
    func judge(
        _ entered: [Identifier.Kind: String], of ids: [Identifier.Kind: SentCode.ID], client: String, at host: String,
        in browser: [UInt8]? = nil, by sender: RequestSender, triesAllowed: Int
    ) async throws(SignInFailure) -> [AddressProof] {
        let kinds = ids.keys.sorted { $0.rawValue < $1.rawValue }
        guard kinds.allSatisfy({ entered[$0]?.isEmpty == false }) else { throw .code(.verificationMissing(kinds)) }
        var (proofs, wrong, isFinal): ([AddressProof], Bool, Bool) = ([], false, false)
        for kind in kinds {
            guard let text = entered[kind], let id = ids[kind] else { continue }
            let code = EnteredCode(
                text, of: .id(id), for: .signUp, client: client, at: host, in: browser, by: sender)
            do throws(SignInFailure) {
                proofs.append(AddressProof(try await codes.judge(code, triesAllowed: triesAllowed)))
            } catch {
                guard case .code(.mismatch(let mismatch, _)) = error else { throw error }
                wrong = true
                isFinal = isFinal || mismatch.isFinal
            }
        }
        guard !wrong else { throw .code(.verificationFailed(kinds, isFinal: isFinal)) }
        return proofs
    }
}

extension SignUpDraft {
    /// Whether its address of a kind was proven before.
    fileprivate func proves(_ kind: Identifier.Kind, in connection: Connection) -> Bool {
        identifiers.contains { identifier in
            identifier.kind == kind && proofs.contains { $0.proves(identifier, in: connection.name) }
        }
    }
}

extension AddressProof {
    fileprivate func proves(_ identifier: Identifier, in connection: String) -> Bool {
        purpose == .signUp && address == identifier.address(in: connection)
    }
}

extension Identifier {
    /// The address that a code is sent to, as it is compared. Several users may share a telephone number with which nobody
    /// signs in.
    func address(in connection: String) -> SentCode.Address {
        SentCode.Address(kind, normalized: isUnique ? normalized : value.lowercased(), in: connection)
    }
}

extension User {
    /// The same new account, whose addresses are proven.
    func proving(_ proofs: [AddressProof]) -> User {
        var user = self
        for proof in proofs {
            user.identifiers = user.identifiers.map { identifier in
                guard proof.proves(identifier, in: connection) else { return identifier }
                var proven = identifier
                proven.isVerified = true
                proven.verifiedAt = createdAt
                return proven
            }
        }
        return user
    }
}

/// The addresses that a new account has proven.
struct ProvenAddresses: Sendable {
    let proofs: [AddressProof]
    let user: User
    let sender: RequestSender

    /// Uses the proofs up. Accounts that had not proven the addresses lose them.
    func take(in transaction: any StorageTransaction) throws {
        for proof in proofs {
            try proof.take(in: transaction, at: user.createdAt)
            guard user[proof.address.kind]?.isUnique == true else { continue }
            try transaction.release(proof.address, for: user.id, by: sender, at: user.createdAt)
        }
    }
}
