// SPDX-License-Identifier: Apache-2.0

package import HTTPEndpoints
import IdentityModel
import OpenIDProvider
import Outbox
package import RateLimiting
package import SignIn
import WebAuthnVerification
import WireFormats

/// The measurements of a running server. They exist only if its metrics are served.
///
/// Nothing here takes memory for each request: labels are numbers of tables or few keys, and a request increments
/// counters.
@available(macOS 15, *)
package final class ServerMetrics: Sendable {
    struct Rejection: Hashable, Sendable {
        let kind: VerificationReport.Kind
        let step: String
        let code: String
    }

    struct SignInKind: Hashable, Sendable {
        let method: String
        let isNewAccount: Bool
    }

    struct OutboxAttempt: Hashable, Sendable {
        enum Outcome: String, CaseIterable, Sendable {
            case sent, failed, abandoned, expired
        }

        let kind: OutboxItem.Kind
        let outcome: Outcome
    }

    static let statusClasses = (1...5).map { "\($0)xx" }

    /// The address at which they are served.
    let endpoint: ServerSettings.Endpoint
    let operations = OperationIndex()
    /// By operation, then by the class of the status.
    let requests: Histograms
    let problems = KeyedCounters<String>()
    let loopDelays = Histograms(.waits)
    /// By kind.
    let acceptedCeremonies = Counters(count: VerificationReport.Kind.allCases.count)
    let rejectedCeremonies = KeyedCounters<Rejection>()
    let signIns = KeyedCounters([false, true].map { SignInKind(method: "passkey", isNewAccount: $0) })
    let batches = Histograms(.batches)
    let waits = Histograms(.waits)
    let commits = Histograms(.waits)
    /// By limit, allowed requests before refused ones.
    let limits = Counters(count: RateLimits.Kind.allCases.count * 2)
    let outbox = KeyedCounters(
        OutboxItem.Kind.allCases.flatMap { kind in
            OutboxAttempt.Outcome.allCases.map { OutboxAttempt(kind: kind, outcome: $0) }
        })
    let startedAt = Timestamp.now()
    private let limitNumbers = Dictionary(
        uniqueKeysWithValues: RateLimits.Kind.allCases.enumerated().map { ($1, $0) })

    package init(servedAt endpoint: ServerSettings.Endpoint) {
        self.endpoint = endpoint
        requests = Histograms(.requests, series: operations.names.count * Self.statusClasses.count)
    }

    package func count(_ request: RequestRecord) {
        let operation = operations.number(ofPath: request.path, method: request.method)
        let status = min(max(request.status / 100, 1), Self.statusClasses.count) - 1
        requests.observe(
            UInt64(clamping: request.duration) &* 1000, in: operation * Self.statusClasses.count + status)
        if let code = request.code { problems.add(code) }
    }

    package func count(_ verification: VerificationReport) {
        guard let rejection = verification.rejection?.report else {
            return acceptedCeremonies.add(at: verification.kind.number)
        }
        rejectedCeremonies.add(Rejection(kind: verification.kind, step: rejection.step, code: rejection.code))
    }

    package func count(_ receipt: SignInReceipt) {
        let signIn = receipt.signIn
        signIns.add(SignInKind(method: signIn.method.name, isNewAccount: signIn.isNewAccount))
    }

    package func count(_ limit: RateLimits.Kind, isAllowed: Bool) {
        guard let number = limitNumbers[limit] else { return }
        limits.add(at: number * 2 + (isAllowed ? 0 : 1))
    }

    func count(_ report: OutboxDelivery.Report) {
        switch report {
        case .sent(let item): outbox.add(OutboxAttempt(kind: item.kind, outcome: .sent))
        case .failed(let item, _): outbox.add(OutboxAttempt(kind: item.kind, outcome: .failed))
        case .abandoned(let item, _): outbox.add(OutboxAttempt(kind: item.kind, outcome: .abandoned))
        case .expired(let item): outbox.add(OutboxAttempt(kind: item.kind, outcome: .expired))
        }
    }

    var storageObserver: StorageObserver {
        StorageObserver(
            waited: { self.waits.observe($0) },
            committed: { transactions, nanoseconds in
                self.batches.observe(UInt64(transactions))
                self.commits.observe(nanoseconds)
            })
    }
}

extension VerificationReport.Kind {
    /// Its position among all kinds.
    var number: Int {
        switch self {
        case .registration: 0
        case .authentication: 1
        }
    }
}
