// SPDX-License-Identifier: Apache-2.0

import ClientContract
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn
import WireFormats

/// `/passkey/report`: why a ceremony failed on the device. The report is logged under the reference of the ceremony.
extension PasskeyEndpoints {
    /// Nothing is stored. Only the holder of a ceremony can report about it, and a few times only.
    static let report = Row(
        .post, "/passkey/report", in: family, by: .anyone, taking: .json(PasskeyReportBody.self),
        id: "reportPasskeyFailure", summary: "Reports why a ceremony failed on the device",
        success: .init(204, "The report is in the log."), failing: [403]
    ) { request in
        let (context, body) = (request.context, request.input)
        let ceremony = try ceremony(of: body.session, in: context)
        try context.take(.account, key: "report:\(ceremony.reference)")
        var fields: JSONObject = [
            "reference": .string(ceremony.reference), "report": .string(context.reference),
            "reason": .string(body.reason.rawValue),
        ]
        if let error = body.error { fields["error"] = .string(error) }
        if !ceremony.client.isEmpty { fields["client"] = .string(ceremony.client) }
        fields["explanation"] = .string(body.reason.explanation)
        fields["remedy"] = .string(body.reason.remedy)
        context.services.notify(OperatorNotice(event: "passkey.failed-on-device", fields: fields, isRoutine: true))
        return HTTPResponse(status: 204, headers: ["Cache-Control": "no-store"])
    }

    /// Opens the session of a client or of one of the server's pages, or the challenge of the plain ceremony API.
    private static func ceremony(of session: String, in context: RequestContext) throws -> Ceremony {
        for surface in [CeremonySurface.clients, .hostedPages, .ceremonyAPI] {
            do {
                return try context.ceremonies(on: surface).open(session, at: context.host.host)
            } catch SignInFailure.ceremony(.notSealedHere) {
                continue
            }
        }
        throw SignInFailure.ceremony(.notSealedHere)
    }
}

extension CeremonyFailureReason {
    fileprivate var explanation: String {
        switch self {
        case .canceled: "The user closed the dialog, or the device found no passkey and does not say so."
        case .noPasskeyHere: "The device has no passkey for this site."
        case .alreadyRegistered: "The device already has a passkey of this account."
        case .notSupported: "The browser or the device does not support passkeys, or none of the algorithms."
        case .insecureContext: "The page was not loaded over https or from localhost."
        case .wrongDomain: "The page's domain may not use the relying party ID."
        case .aborted: "The page ended the ceremony, for example because another one began."
        case .timedOut: "The user did not respond in time, or the browser never did."
        case .securityKeyNeedsPIN: "The security key has no PIN, which it needs to verify the user."
        case .unknown: "The device gave no reason that the client knows."
        }
    }

    fileprivate var remedy: String {
        switch self {
        case .canceled: "Nothing, if the user canceled. Otherwise let the user sign up, or use another device."
        case .noPasskeyHere: "Let the user sign up, or use another device."
        case .alreadyRegistered: "Let the user sign in with it."
        case .notSupported, .unknown: "Compare the user's browser with the error. Offer another device."
        case .insecureContext: "Serve the page over https."
        case .wrongDomain: "Compare the page's origin with relying_party_identifier and thumbturn.related_origins."
        case .aborted: "Nothing, if another ceremony or sign-in followed."
        case .timedOut:
            "If it happens often, raise the timeout, or look for a password manager that intercepts passkeys."
        case .securityKeyNeedsPIN: "Tell the user to set a PIN, or don't require user verification."
        }
    }
}
