// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// The changes of a sign-in with a passkey: it consumes the ceremony, and adds the passkey or records its use.
struct PasskeyChange: SignInChange {
    enum Kind: Sendable {
        case use(Passkey.Use, of: PasskeyID)
        /// The hash of the set-up's code, if the account becomes the server's owner.
        case new(Passkey, setupCodeHash: [UInt8]?)
    }

    /// The proofs of the new account's addresses.
    var proven: ProvenAddresses?

    let kind: Kind
    let submission: PasskeySignIn.Submission
    let ceremonies: CeremonyService

    init(kind: Kind, submission: PasskeySignIn.Submission, ceremonies: CeremonyService) {
        self.kind = kind
        self.submission = submission
        self.ceremonies = ceremonies
    }

    func take(in transaction: any StorageTransaction) throws {
        try ceremonies.take(submission.ceremony, in: transaction)
        guard case .new(let passkey, let setupCodeHash) = kind else { return }
        try ceremonies.requireNew(passkey, in: transaction)
        try proven?.take(in: transaction)
        if let setupCodeHash { try transaction.owners.consumeCode(hash: setupCodeHash, at: passkey.origin.createdAt) }
    }

    func store(for signIn: SignIn, in transaction: any StorageTransaction) throws {
        switch kind {
        case .new(let passkey, let setupCodeHash):
            if setupCodeHash != nil {
                try transaction.owners.insert(signIn.user.id)
                try transaction.events.insert(signIn.event(.ownerAppointed))
            }
            try transaction.insertNew(passkey)
            try transaction.events.insert(signIn.event(.passkeyRegistered))
        case .use(let use, let passkey):
            try transaction.passkeys.record(use, of: passkey)
            guard use.isCounterRegressed else { return }
            try transaction.events.insert(
                signIn.event(
                    .passkeyCounterRegressed,
                    details: ["passkey": .string(passkey.rawValue), "outcome": "accepted"]))
        }
    }

    func discard(because failure: SignInFailure) async {
        await ceremonies.discard(submission, because: failure)
    }
}

extension SignIn {
    /// The sign-up with a first passkey.
    convenience init(
        of draft: SignUpDraft, proving proofs: [AddressProof] = [], with registration: VerifiedRegistration,
        _ submission: PasskeySignIn.Submission, organization: String?, setupCodeHash: [UInt8]? = nil,
        in ceremonies: CeremonyService
    ) {
        let time = ceremonies.now()
        let user = User(draft, in: submission.ceremony.connection, createdAt: time).proving(proofs)
        let passkey = Passkey(
            id: .random(), owner: user, registration: registration, userAgent: submission.sender.userAgent,
            createdAt: time)
        var change = PasskeyChange(
            kind: .new(passkey, setupCodeHash: setupCodeHash), submission: submission, ceremonies: ceremonies)
        change.proven = ProvenAddresses(proofs: proofs, user: user, sender: submission.sender)
        self.init(
            .new(user), by: Method(passkey: passkey, from: submission),
            authentication: .passkey(passkey, isUserVerified: registration.flags.contains(.userVerified), at: time),
            for: Request(submission, organization: organization), changing: change)
    }

    /// The sign-in with a passkey on record.
    convenience init(
        with record: OwnedPasskey, _ response: AuthenticationResponse, verifiedAs verified: VerifiedAuthentication,
        _ submission: PasskeySignIn.Submission, organization: String?, in ceremonies: CeremonyService
    ) throws(SignInFailure) {
        let connection = submission.ceremony.connection
        guard connection == CeremonyBinding.anyConnection || record.owner.connection == connection else {
            throw .response(.connectionMismatch)
        }
        // A stranger learns nothing: this is said to an owner of a passkey, about its own account.
        if let entered = submission.identifier, !record.owner.isIdentified(by: entered) {
            throw .response(.identifierMismatch)
        }
        let (time, passkey) = (ceremonies.now(), record.passkey)
        let isUserVerified = verified.flags.contains(.userVerified)
        var use = Passkey.Use(
            from: passkey.signCount, to: verified.signCount, isBackedUp: verified.flags.contains(.backedUp),
            isUserVerified: isUserVerified, at: time)
        use.isCounterRegressed = verified.counter == .regressed
        var method = Method(passkey: passkey, from: submission)
        method.suggestion = response.isFromAnotherDevice(with: passkey) ? .passkey : nil
        method.warning = use.isCounterRegressed ? .counterRegressed : nil
        self.init(
            .existing(record.owner), by: method,
            authentication: .passkey(passkey, isUserVerified: isUserVerified, at: time),
            for: Request(submission, organization: organization),
            changing: PasskeyChange(kind: .use(use, of: passkey.id), submission: submission, ceremonies: ceremonies))
    }
}

extension SignIn.Method {
    fileprivate init(passkey: Passkey, from submission: PasskeySignIn.Submission) {
        self.init("passkey")
        ways = [passkey.id.way]
        limitKey = "credential:" + passkey.origin.credentialID.base64URL
        deviceCapability = submission.deviceCapability
    }
}

extension SignIn.Warning {
    /// The passkey's counter did not grow, so there may be a copy of it.
    package static let counterRegressed = SignIn.Warning(
        event: "passkey.counter-regressed",
        explanation: "The passkey's counter did not grow: there may be a copy of it. counter_policy lets it pass.",
        remedy: "Ask its owner, and remove the passkey if it was not them.")
}

extension SignIn.Request {
    fileprivate init(_ submission: PasskeySignIn.Submission, organization: String?) {
        self.init(
            client: submission.ceremony.client, organization: organization, sender: submission.sender,
            keepsAccount: submission.keepsAccount)
    }
}

extension AuthenticationResponse {
    /// Whether the passkey is on another device, such as a phone nearby, as the client reports it. Security keys don't
    /// count.
    fileprivate func isFromAnotherDevice(with passkey: Passkey) -> Bool {
        let transports = passkey.origin.transports
        return attachment == .crossPlatform && (transports.isEmpty || transports.contains(.hybrid))
    }
}
