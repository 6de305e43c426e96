// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WireFormats

extension Ladder.Account {
    /// The stored account as the ladder sees it.
    ///
    /// - Parameter sessions: The sessions of the account, where the act depends on them.
    init(_ account: Account, password: StoredPassword?, sessions: [BrowserSession] = [], at time: Timestamp) {
        self.init(
            account.user, passkeys: account.passkeys, password: password, deviceKeys: account.deviceKeys,
            objections: account.objections, at: time)
        let browsers = sessions.filter { !$0.isExpired(at: time) }
        if browsers.contains(where: { $0.provenSince.advanced(by: Int(policy.delay)) <= time }) {
            ways.insert(.browser)
        }
        self.sessions = browsers.map(Ladder.Session.init)
    }

    /// The stored account without its sessions.
    init(
        _ user: User, passkeys: [Passkey], password: StoredPassword?, deviceKeys: [DeviceKey], objections: [Objection],
        at time: Timestamp
    ) {
        var (ways, unconfirmed): (Set<Ladder.Way>, [Ladder.Way: Timestamp]) = ([], [:])
        for identifier in user.identifiers where identifier.isVerified && identifier.isUnique {
            guard let way = Ladder.Way(identifier.kind) else { continue }
            ways.insert(way)
            unconfirmed[way] = identifier.unconfirmedUntil
        }
        if let password, !password.isDisabled { ways.insert(.password) }
        // They are one way. One that has not settled proves nothing, and is none yet: whoever plants it with a stolen
        // password would keep the owner from changing the password (L18).
        if deviceKeys.contains(where: { $0.hasSettled(at: time) }) { ways.insert(.deviceKey) }
        self.init(ways: ways)
        // There is no recovery by mail yet that brings a user back.
        policy.recoversByMail = false
        isPasswordDisabled = password?.isDisabled ?? false
        unconfirmedUntil = unconfirmed
        unconfirmedUntil[.password] = password?.unconfirmedUntil
        // An address has opened what it is asked about only where its codes sign in.
        policy.signingIn.formUnion([.mail, .phone])
        self.passkeys = passkeys.map(Ladder.Passkey.init)
        self.objections = objections.compactMap(Ladder.Objection.init)
    }
}

extension Ladder.Account {
    /// An application that has been signed in for as long as the delay is a signed-in browser.
    mutating func countApplications(_ tokens: [RefreshToken], at time: Timestamp) {
        let isSignedIn = tokens.contains { token in
            token.grant.authenticatedAt.advanced(by: Int(policy.delay)) <= time
                && token.expiresAt.map { $0 > time } ?? true && token.idleExpiresAt.map { $0 > time } ?? true
        }
        if isSignedIn { ways.insert(.browser) }
    }
}

extension Ladder.Way {
    /// The way that an address is; `nil` for names.
    init?(_ kind: Identifier.Kind) {
        switch kind {
        case .email: self = .mail
        case .phoneNumber: self = .phone
        case .username: return nil
        }
    }

    /// The way that adds a passkey in a sign-in with a stored one.
    init(adding way: WayReference) { self = Self(opening: way.kind) ?? .browser }

    /// The way that a session counts as until it is a browser of its own; `nil` for a passkey.
    fileprivate init?(opening kind: WayReference.Kind) {
        switch kind {
        case .passkey: return nil
        case .password: self = .password
        case .email: self = .mail
        case .phone: self = .phone
        case .deviceKey: self = .deviceKey
        }
    }
}

extension Ladder.Objector {
    private static let replaced = "replaced-"

    /// How a way that objects is stored.
    var stored: String? {
        switch self {
        case .confirmed: nil
        case .way(let way): way.rawValue
        case .replaced(let way): Self.replaced + way.rawValue
        }
    }

    fileprivate init?(stored: String) {
        let isReplaced = stored.hasPrefix(Self.replaced)
        guard let way = Ladder.Way(rawValue: String(stored.dropFirst(isReplaced ? Self.replaced.count : 0))) else {
            return nil
        }
        self = isReplaced ? .replaced(way) : .way(way)
    }
}

extension StorageTransaction {
    /// Forgets what was objected to of a way whose last address was replaced. What it has objected to counts apart.
    package func replaceObjections(by way: Ladder.Way, of user: UserID) throws {
        try objections.replace(way.rawValue, with: Ladder.Objector.replaced(way).stored ?? "", of: user)
    }
}

extension Ladder.Objection {
    /// Returns `nil` for a way that this version doesn't know.
    fileprivate init?(_ objection: Objection) {
        guard let against = Ladder.Way(rawValue: objection.against) else { return nil }
        guard let objector = objection.objector.map(Ladder.Objector.init(stored:)) ?? .confirmed else { return nil }
        self.init(by: objector, against: against, at: objection.madeAt)
    }
}

extension Ladder.Passkey {
    init(_ passkey: Passkey) {
        self.init(passkey.id.way, addedBy: passkey.addedBy, unconfirmedUntil: passkey.unconfirmedUntil)
    }

    /// What was added to an account, a device key among it: the ladder knows nothing but passkeys.
    init(_ addition: WayReference, addedBy ways: [WayReference], unconfirmedUntil: Timestamp?) {
        let status: Status =
            if let until = unconfirmedUntil {
                if let way = ways.first {
                    .unconfirmed(by: Ladder.Way(adding: way), until: until)
                } else {
                    .confirmed(until: until)
                }
            } else {
                .settled
            }
        self.init(id: addition.id, status: status)
    }
}

extension Ladder.Session {
    init(_ session: BrowserSession) {
        self.init(id: session.id.rawValue, openedAt: session.provenSince, ways: session.ways)
    }

    fileprivate init(id: String, openedAt: Timestamp, ways: [WayReference]) {
        self.init(
            id: id, openedAt: openedAt, openedBy: Set(ways.compactMap { Ladder.Way(opening: $0.kind) }),
            passkey: ways.first { $0.kind == .passkey }?.id)
    }
}

extension Ladder {
    /// Whether the proof adds a passkey now, which counts as added by the ways of a sign-in.
    static func mayAddPasskey(
        to account: Account, by proof: Proof, in ways: [WayReference], at now: Timestamp
    ) -> Bool {
        // A session of a barred way is barred, too, when it is a browser of its own.
        guard !(ways.first.map { account.isBarred(Way(adding: $0), at: now) } ?? false) else { return false }
        return mayAddPasskey(to: account, by: proof, at: now)
    }
}

extension Ladder.Proof {
    /// What a sign-in that is recent enough for the act proves alone.
    init(signedInWith ways: [WayReference], since time: Timestamp, session id: String = "token") {
        self.init()
        session = Ladder.Session(id: id, openedAt: time, ways: ways)
        isRecent = true
    }
}

extension AccountOwner {
    /// What the owner has proven with the session or the token alone. The use case has asked before whether the sign-in
    /// is recent enough.
    func proof(to account: Account, at time: Timestamp) -> Ladder.Proof {
        Ladder.Proof(
            signedInWith: ways(of: account, at: time).filter { account.counts($0, at: time) },
            since: provenSince ?? time, session: session?.rawValue ?? "token")
    }
}

extension Account {
    /// Whether a way proves anything. A device key that was removed doesn't, nor one that has not settled (L11, L19).
    fileprivate func counts(_ way: WayReference, at time: Timestamp) -> Bool {
        way.kind != .deviceKey || deviceKeys.contains { $0.id.way == way && $0.hasSettled(at: time) }
    }
}

extension AccountOwner {
    /// The ways in of the sign-in. A token from before there were other ways in names none: it is of a passkey.
    func ways(of account: Account, at time: Timestamp) -> [WayReference] {
        ways ?? account.settledPasskeys(at: time).prefix(1).map(\.id.way)
    }
}
