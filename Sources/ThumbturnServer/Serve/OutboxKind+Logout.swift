// SPDX-License-Identifier: Apache-2.0

import IdentityModel
package import OpenIDProvider
package import Outbox
package import OutgoingTransfers

@available(macOS 15, *)
extension OutboxKind {
    /// Logout tokens, each posted to its client. A client gets one at a time.
    package static func logouts(_ delivery: LogoutDelivery, over client: OutgoingHTTPClient) -> OutboxKind {
        OutboxKind(
            .logout, concurrency: 1, keepsDead: false,
            isWanted: { delivery.expects($0) },
            send: { item in
                do {
                    let (form, url) = try await delivery.form(of: item)
                    return await client.post(form, to: url)
                } catch let failure as LogoutDelivery.Failure {
                    return .failed(reason: "\(failure)")
                }
            },
            deadEvent: { delivery.undelivered($0, because: $1) })
    }
}

extension OutgoingHTTPClient {
    /// Posts a form. Any success is accepted (OpenID Connect Back-Channel Logout 1.0, section 2.8, and what frameworks
    /// send).
    fileprivate func post(_ form: [UInt8], to url: String) async -> OutboxKind.Outcome {
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
