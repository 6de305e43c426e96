// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import HTTPEndpoints
import IdentityModel
import OpenIDProvider
import OutgoingTransfers
import POSIX
import WireFormats

/// Sends the logout tokens of ended sessions while the server runs.
///
/// Other processes end sessions too, so it looks for notices every second. Looking writes nothing.
@available(macOS 15, *)
final class LogoutSending: Sendable {
    /// The most attempts at once.
    private static let concurrency = 16
    private static let pause = Duration.seconds(1)
    /// The pause after a failure of the storage.
    private static let longPause = Duration.seconds(10)

    private let delivery: LogoutDelivery
    private let client: OutgoingHTTPClient
    private let log: Log
    private let now: @Sendable () -> Timestamp
    private let receivers = Locked(LogoutReceivers())

    init(_ services: Services, log: Log, metrics: ServerMetrics?) {
        var options = OutgoingHTTPClient.Options(userAgent: "Thumbturn/\(Version.current)")
        options.allowsPlainHTTP = services.hosts.configuration.allowsPlainRequests
        let client = OutgoingHTTPClient(options)
        self.client = client
        self.log = log
        now = services.now
        delivery = LogoutDelivery(
            LogoutDelivery.Environment(
                storage: services.storage, now: services.now,
                configuration: { services.hosts.configuration },
                tokenIssuer: { try await services.tokenIssuer(of: $0) },
                post: { await client.post($0, to: $1) },
                report: { report in
                    log.write(report)
                    metrics?.count(report)
                }))
    }

    /// Runs until the task is canceled. Attempts that are being made then end at once, and are repeated after the next
    /// start.
    func run() async {
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withDiscardingTaskGroup { group in
            group.addTask {
                repeat { wake.yield() } while (try? await Task.sleep(for: Self.pause)) != nil
                wake.finish()
            }
            for await _ in wakes {
                let claimed = await claim()
                for notice in claimed {
                    group.addTask {
                        let outcome = await self.attempt { try await self.delivery.deliver(notice) }
                        self.receivers.withLock { $0.finish(notice, with: outcome, at: self.now()) }
                        wake.yield()
                    }
                }
                // The notices of a slow receiver may have hidden others.
                if !claimed.isEmpty { wake.yield() }
            }
        }
        client.close()
    }

    /// Returns claimed notices, which count as running from now on.
    private func claim() async -> [LogoutNotice] {
        let current = receivers.withLock { $0 }
        let free = Self.concurrency - current.runningCount
        let claimed = await attempt { try await self.delivery.claim(upTo: free, besides: current) } ?? []
        receivers.withLock { receivers in
            for notice in claimed { receivers.begin(notice) }
        }
        return claimed
    }

    @discardableResult
    private func attempt<Value>(_ body: () async throws -> Value) async -> Value? {
        do {
            return try await body()
        } catch {
            log.write(.logoutFailed, fields: ["reason": .string("\(error)")])
            try? await Task.sleep(for: Self.longPause)
            return nil
        }
    }
}

extension OutgoingHTTPClient {
    /// Posts a form. Any success is accepted (OpenID Connect Back-Channel Logout 1.0, section 2.8, and what frameworks
    /// send).
    fileprivate func post(_ form: [UInt8], to url: String) async -> LogoutDelivery.Outcome {
        var request = OutgoingHTTPRequest(url)
        request.body = OutgoingHTTPRequest.Body(form, contentType: "application/x-www-form-urlencoded")
        do throws(TransferError) {
            let status = try await send(request).status
            return (200..<300).contains(status) ? .accepted : .failed(reason: "The status is \(status).")
        } catch .canceled, .closed {
            return .interrupted
        } catch {
            return .unreachable(reason: "\(error)")
        }
    }
}

extension Log {
    fileprivate func write(_ report: LogoutDelivery.Report) {
        switch report {
        case .delivered(let notice): write(.logoutDelivered, fields: notice.logFields)
        case .failed(let notice, let reason): write(.logoutNotDelivered, fields: notice.logFields(because: reason))
        case .abandoned(let notice, let reason): write(.logoutAbandoned, fields: notice.logFields(because: reason))
        }
    }
}

extension LogoutNotice {
    /// Without the URL, whose path or query may have a secret.
    fileprivate var logFields: JSONObject {
        [
            "client": .string(client), "user": .string(user.rawValue), "sid": .string(session.rawValue),
            "receiver": .string(receiver), "attempt": .number(JSONNumber(Int64(attempts))),
        ]
    }

    fileprivate func logFields(because reason: String) -> JSONObject {
        var fields = logFields
        fields["reason"] = .string(reason)
        return fields
    }
}
