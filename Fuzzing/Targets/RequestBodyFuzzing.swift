// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import WireFormats

extension FuzzTarget {
    /// Every body, as JSON and as a form. What is refused says where; what it says is safe to send back.
    static let requestBody = FuzzTarget(name: "request-body") { bytes in
        read(TokenBody.self, bytes)
        read(PasskeyRegisterBody.self, bytes)
        read(PasskeyChallengeBody.self, bytes)
        read(RevocationBody.self, bytes)
        read(AuthenticationMethodCreateBody.self, bytes)
        read(AuthenticationMethodVerifyBody.self, bytes)
        read(AuthenticationMethodUpdateBody.self, bytes)
        read(InvitationBody.self, bytes)
    }

    private static func read(_ type: (some RequestBody).Type, _ bytes: [UInt8]) {
        for media in ["application/json", "application/x-www-form-urlencoded"] {
            do throws(BodyRejection) {
                _ = try type.read(bytes, type: media, form: .jsonOrForm)
            } catch .shape(let problems) {
                require(!problems.isEmpty && problems.count <= 200, "a shape is refused for something")
                for problem in problems {
                    require(
                        TerminalText.safe(problem.detail, limit: .max) == problem.detail, "a problem is safe to show")
                    require(TerminalText.safe(problem.field, limit: .max) == problem.field, "a place is safe to show")
                }
            } catch {}
        }
        require((try? type.read(bytes, type: "application/x-www-form-urlencoded", form: .json)) == nil, "no form")
    }
}
