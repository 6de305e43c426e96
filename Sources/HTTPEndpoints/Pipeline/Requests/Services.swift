// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel
package import KnownPasswords
package import OpenIDProvider
import POSIX
package import PasswordHashing
package import RateLimiting
package import SignIn
package import WireFormats

/// The dependencies of all endpoints, created once when the server starts. It is a class because each handler holds it.
package final class Services: Sendable {
    /// The dependencies that have a default.
    package struct Options: Sendable {
        package var version = "0"
        package var forwarding = Forwarding(trustedProxies: [])
        package var limits = RateLimits()
        /// Whether mail is sent.
        package var sendsMail = false
        /// Whether text messages are sent.
        package var sendsMessages = false
        /// Reads the mail that `/mailbox` shows; `nil` if there is no such page.
        package var mailbox: (@Sendable () -> [KeptMail])?
        /// Whether the sample application is served.
        package var servesDemo = false
        package var verificationQueue = VerificationQueue()
        package var hashingPool = HashingPool()
        package var knownPasswords = KnownPasswords()
        /// The machine's clock, for times that others compare with theirs.
        package var now: @Sendable () -> Timestamp = { .now() }
        /// The clock by which stored records expire; without one the machine's clock.
        package var expiryClock: ExpiryClock?
        /// A monotonic clock, in nanoseconds.
        package var uptime: @Sendable () -> UInt64 = Services.uptimeOfSystem
        /// Receives the log record of each request.
        package var record: @Sendable (RequestRecord) -> Void = { _ in }
        /// Receives notices for operators.
        package var notify: @Sendable (OperatorNotice) -> Void = { _ in }
        /// Receives a report on each verified response.
        package var verified: (@Sendable (VerificationReport) -> Void)?
        /// Receives each sign-in that is stored.
        package var signedIn: (@Sendable (SignInReceipt) -> Void)?

        package init() {}
    }

    package let storage: any Storage
    /// The storage with the clock by which its records expire.
    package let accounts: AccountStorage
    package let keyRing: KeyRing
    package let options: Options
    let storageHealth = StorageHealth()
    let description = DescriptionCache()
    let imitated = ImitatedAccounts()
    let decoyHash: CeremonyService.DecoyHash
    package let passwords: PasswordServices
    package let codes: CodeServices
    /// Seals the mail that waits to be sent.
    package let mail: MailSeal
    /// Seals the text messages that wait to be sent.
    package let messages: MessageSeal
    private let served: Locked<ServedHosts>

    package init(storage: any Storage, keyRing: KeyRing, served: ServedHosts, options: Options = Options()) {
        self.storage = storage
        let clock = options.expiryClock
        let hosts = Locked(served)
        let (mail, messages) = (
            MailSeal(key: keyRing.outgoingMailKey), MessageSeal(key: keyRing.outgoingMessagesKey)
        )
        let knownBrowsers = KnownBrowsers(key: keyRing.knownBrowserKey)
        let notices = Notices(
            mail: options.sendsMail ? mail : nil, messages: options.sendsMessages ? messages : nil,
            knownBrowsers: {
                let isTold = hosts.withLock { $0.configuration.tenant.noticesNewBrowsers }
                return isTold ? knownBrowsers : nil
            },
            links: { link, host in
                guard let key = keyRing.keys(of: host)?.session else { return nil }
                let origin = hosts.withLock { $0.configuration.url.at(host) }
                return Notices.Links(link, sealedWith: key, at: "\(origin)")
            })
        accounts = AccountStorage(
            storage, now: clock.map { clock in { @Sendable in clock.now() } } ?? options.now, notices: notices)
        self.keyRing = keyRing
        decoyHash = keyRing.decoyHash(for:of:)
        passwords = PasswordServices(
            accounts: accounts, pool: options.hashingPool, known: options.knownPasswords, seal: keyRing.passwordSeal,
            knownBrowsers: knownBrowsers, limits: options.limits, uptime: options.uptime)
        codes = CodeServices(
            accounts: accounts, mail: options.sendsMail ? mail : nil, messages: options.sendsMessages ? messages : nil,
            knownBrowsers: knownBrowsers, limits: options.limits, uptime: options.uptime, key: keyRing.codeKey,
            seal: keyRing.codeSeal,
            link: { token, host in
                let origin = hosts.withLock { $0.configuration.url.at(host) }
                return LinkEndpoints.link(to: token, at: "\(origin)")
            })
        self.mail = mail
        self.messages = messages
        self.served = hosts
        self.options = options
    }

    package var version: String { options.version }
    var forwarding: Forwarding { options.forwarding }
    package var limits: RateLimits { options.limits }
    var verificationQueue: VerificationQueue { options.verificationQueue }
    package var now: @Sendable () -> Timestamp { options.now }
    package var uptime: @Sendable () -> UInt64 { options.uptime }
    var record: @Sendable (RequestRecord) -> Void { options.record }
    var notify: @Sendable (OperatorNotice) -> Void { options.notify }

    package static let uptimeOfSystem: @Sendable () -> UInt64 = { uptimeNanoseconds() }

    /// Returns what signs the tokens of a host; `nil` if it is not served. Waits for a first key that is still
    /// generated.
    package func tokenIssuer(of host: String) async throws -> TokenIssuer? {
        guard let issuer = hosts.hosts[host]?.issuer, let keys = try await keyRing.completeKeys(of: host) else {
            return nil
        }
        return TokenIssuer(issuer: issuer, keys: keys)
    }

    /// The time by which stored records expire.
    var expiryTime: Timestamp { accounts.now() }

    /// The end of all sign-ins.
    var completion: SignInCompletion {
        SignInCompletion(accounts: accounts, limits: signInLimits)
    }

    var signInLimits: SignInLimits { SignInLimits(limits: limits, uptime: uptime) }

    /// The hosts that are served now.
    package var hosts: ServedHosts { served.withLock { $0 } }

    /// Replaces the served hosts, from the next request on.
    package func serve(_ hosts: ServedHosts) {
        served.withLock { $0 = hosts }
    }
}

/// The time of the last failure of the storage.
final class StorageHealth: Sendable {
    private static let span: Int64 = 10

    private let last = Locked<Timestamp?>(nil)

    func recordFailure(at time: Timestamp) { last.withLock { $0 = time } }

    func recordSuccess() { last.withLock { $0 = nil } }

    func isRecent(at time: Timestamp) -> Bool {
        last.withLock { last in last.map { time.secondsSince1970 - $0.secondsSince1970 < Self.span } ?? false }
    }
}
