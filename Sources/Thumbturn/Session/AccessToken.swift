// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Foundation
import WireFormats

/// An access token, and what it was asked for.
struct AccessToken: Sendable {
    /// The audience and the scope that a token is asked for.
    struct Purpose: Hashable, Sendable {
        var audience: String?
        var scope: String?
    }

    let purpose: Purpose
    let text: String
    /// `Bearer` or `DPoP`.
    let type: String
    let expiresAt: Date

    /// The time that a request with the token may take.
    static let margin: TimeInterval = 30

    init(_ answer: TokenAnswer, for purpose: Purpose, at now: Date) {
        self.purpose = purpose
        text = answer.accessToken
        type = answer.tokenType
        expiresAt = now.addingTimeInterval(TimeInterval(answer.validFor))
    }

    init?(_ stored: JSONObject) {
        guard let text = stored.text("token"), let type = stored.text("type"),
            let expiry = stored["expires_at"]?.intValue
        else { return nil }
        purpose = Purpose(audience: stored.text("audience"), scope: stored.text("scope"))
        self.text = text
        self.type = type
        expiresAt = Date(timeIntervalSince1970: TimeInterval(expiry))
    }

    func isValid(for lifetime: TimeInterval = margin, at now: Date) -> Bool {
        expiresAt.timeIntervalSince(now) > max(lifetime, Self.margin)
    }

    var stored: JSONObject {
        var object: JSONObject = [
            "token": .string(text), "type": .string(type),
            "expires_at": .number(JSONNumber(Int64(expiresAt.timeIntervalSince1970))),
        ]
        object["audience"] = purpose.audience.map(JSONValue.string)
        object["scope"] = purpose.scope.map(JSONValue.string)
        return object
    }
}
