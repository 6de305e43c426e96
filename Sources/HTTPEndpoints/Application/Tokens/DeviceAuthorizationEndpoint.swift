// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import RateLimiting
import WireFormats

/// `/oauth/device/code` (RFC 8628, section 3.1): begins a sign-in on a device without a browser.
enum DeviceAuthorizationEndpoint {
    static let path: Path = "/oauth/device/code"

    static let begin = Row(
        .post, path, in: Family(limit: .deviceStart), by: .verifiedClient,
        taking: .jsonOrForm(DeviceAuthorizationBody.self), id: "authorizeDevice",
        summary: "Begins a sign-in on another device",
        success: .json("The codes for the device and for its user.", .deviceAuthorization)
    ) { request in
        let (context, body, client) = (request.context, request.input, request.caller)
        guard client.client.grantTypes.contains(.deviceCode) else {
            throw OAuthFailure.grantTypeNotAllowed(GrantType.deviceCode.rawValue)
        }
        try context.takeNetworkLimits(.networkDeviceStart)
        let (issuer, services) = (context.issuer, context.services)
        let time = services.expiryTime
        let policy = ScopePolicy(configuration: context.configuration, issuer: issuer, client: client.client)
        let wanted = ScopePolicy.Request(scope: body.scope, audience: body.audience, flow: .device)
        try await client.consumeAssertion(in: services.storage)
        let started = try await DeviceAuthorizations(storage: services.storage).begin(
            for: client.client, at: issuer, granted: try policy.grant(wanted), time: time)
        let page = String(issuer.url.dropLast()) + DeviceEndpoints.path.text
        return .json([
            "device_code": .string(started.deviceCode), "user_code": .string(started.userCode.text),
            "verification_uri": .string(page),
            "verification_uri_complete": .string("\(page)?user_code=\(started.userCode.text)"),
            "expires_in": .number(JSONNumber(Int64(DeviceAuthorizations.lifetime))),
            "interval": .number(JSONNumber(Int64(DeviceAuthorizations.interval))),
        ])
    }
}
