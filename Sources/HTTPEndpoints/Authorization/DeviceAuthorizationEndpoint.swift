// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import RateLimiting
import WireFormats

/// `/oauth/device/code` (RFC 8628, section 3.1): begins a sign-in on a device without a browser.
struct DeviceAuthorizationEndpoint {
    let services: Services

    func respond(to context: RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(DeviceAuthorizationBody.self, form: .jsonOrForm)
        let client = try context.authenticate(body.client)
        guard client.client.grantTypes.contains(.deviceCode) else {
            throw HTTPProblem(OAuthFailure.grantTypeNotAllowed(GrantType.deviceCode.rawValue))
        }
        try context.takeNetworkLimits(.networkDeviceStart, from: services)
        let (issuer, time, services) = (context.issuer, services.expiryTime, services)
        let policy = ScopePolicy(configuration: context.configuration, issuer: issuer, client: client.client)
        let request = ScopePolicy.Request(scope: body.scope, audience: body.audience, flow: .device)
        let started = try await mapFailure(to: HTTPProblem.init(_:)) { () throws(OAuthFailure) in
            try await client.consumeAssertion(in: services.storage)
            return try await DeviceAuthorizations(storage: services.storage).begin(
                for: client.client, at: issuer, granted: try policy.grant(request), time: time)
        }
        let page = String(issuer.url.dropLast()) + Route.device.rawValue
        return .json([
            "device_code": .string(started.deviceCode), "user_code": .string(started.userCode.text),
            "verification_uri": .string(page),
            "verification_uri_complete": .string("\(page)?user_code=\(started.userCode.text)"),
            "expires_in": .number(JSONNumber(Int64(DeviceAuthorizations.lifetime))),
            "interval": .number(JSONNumber(Int64(DeviceAuthorizations.interval))),
        ])
    }
}
