// SPDX-License-Identifier: Apache-2.0

/// A metric of the server: a row of the table from which the text for Prometheus and its documentation are generated.
package struct Metric: Hashable, Sendable {
    package enum Kind: String, Sendable {
        /// Grows, from 0 at each start.
        case counter
        case gauge
        /// Counts of observations by size, with their sum.
        case histogram
    }

    package enum Unit: String, Sendable {
        case bytes
        case seconds
        /// A number of what the name says.
        case none = "–"
    }

    /// A dimension that a metric is divided by. Its values are bounded: they come from the program or the
    /// configuration, never from a request.
    package enum Label: String, CaseIterable, Sendable {
        case operation, status, code, kind, outcome, step, method, account, limit, domain, algorithm, certificate,
            version
    }

    package let name: String
    package let kind: Kind
    package let unit: Unit
    /// A sentence about what it counts or shows.
    package let help: String
    package let labels: [Label]

    init(_ kind: Kind, _ name: String, unit: Unit = .none, by labels: [Label] = [], help: String) {
        self.name = name
        self.kind = kind
        self.unit = unit
        self.help = help
        self.labels = labels
    }
}

extension Metric.Label {
    /// An explanation of the values.
    package var explanation: String {
        switch self {
        case .operation:
            "the `operationId` in `/openapi.json`; `other` for unknown paths, preflights and what could not be read"
        case .status: "the class of the status: `1xx` to `5xx`"
        case .code: "a code of [error-codes.md](../error-codes.md)"
        case .kind:
            "of a ceremony `registration` or `authentication`; of the outbox `logout`, `mail` or `message`"
        case .outcome:
            "of a ceremony `accepted` or `rejected`; of a limit `allowed` or `refused`; of an attempt to send `sent`, `failed` "
                + "(it is tried again), `abandoned` or `expired`"
        case .step: "the step of WebAuthn that a rejected response failed at, such as `7.2.12`"
        case .method: "the way in: `passkey`, or `sign-up` for a new account without a passkey"
        case .account: "`existing` or `new`"
        case .limit: "the name of a limit in the program, such as `ceremonyStart`"
        case .domain: "a configured domain"
        case .algorithm: "the algorithm of a signing key, such as `RS256`"
        case .certificate: "the position of a certificate among those of `--tls-cert`, from 0"
        case .version: "the version of the program"
        }
    }
}
