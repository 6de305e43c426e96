// SPDX-License-Identifier: Apache-2.0

import ClientContract
import HTTPContract
import WireFormats

extension FuzzTarget {
    /// Every body, as JSON and as a form. A rejection states where, in text that is safe to send back.
    static let requestBody = FuzzTarget(name: "request-body", accepts: bodies.map(\.name) + ["a form"]) { bytes in
        for body in bodies { body.read(bytes) }
    }

    private struct Body: Sendable {
        let name: String
        let read: @Sendable ([UInt8]) -> Void

        init<Contents: RequestBody>(_ type: Contents.Type) {
            name = "\(type)"
            read = { FuzzTarget.read(type, from: $0) }
        }
    }

    private static let bodies = [
        Body(TokenBody.self), Body(PasskeyRegisterBody.self), Body(PasskeyChallengeBody.self),
        Body(RevocationBody.self), Body(AuthenticationMethodCreateBody.self),
        Body(AuthenticationMethodVerifyBody.self), Body(AuthenticationMethodUpdateBody.self),
        Body(InvitationBody.self), Body(InvitationChallengeBody.self), Body(TransactionBody.self),
        Body(PageCeremonyBody.self), Body(SignUpFormBody.self), Body(PushedAuthorizationBody.self),
        Body(DeviceAuthorizationBody.self), Body(UserCodeBody.self), Body(DeviceDecisionBody.self),
        Body(AccountFormBody.self), Body(AccountCeremonyBody.self), Body(UserInfoBody.self),
        Body(OfferedPasskeyBody.self),
    ]

    private static func read<Contents: RequestBody>(_ type: Contents.Type, from bytes: [UInt8]) {
        for media in ["application/json", "application/x-www-form-urlencoded"] {
            do throws(BodyRejection) {
                _ = try type.read(bytes, type: media, form: .jsonOrForm)
                accepted(media == "application/json" ? "\(type)" : "a form")
            } catch .shape(let problems) {
                require(!problems.isEmpty && problems.count <= 200, "a rejection has problems")
                for problem in problems {
                    require(
                        TerminalText.safe(problem.detail, limit: .max) == problem.detail, "a problem is safe to show")
                    require(TerminalText.safe(problem.field, limit: .max) == problem.field, "a field is safe to show")
                }
            } catch {}
        }
        require(
            (try? type.read(bytes, type: "application/x-www-form-urlencoded", form: .json)) == nil,
            "a form is rejected where only JSON is accepted")
    }
}
