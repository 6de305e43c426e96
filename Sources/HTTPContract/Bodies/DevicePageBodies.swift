// SPDX-License-Identifier: Apache-2.0

import ClientContract
package import WireFormats

/// The form with the code that a device shows.
package struct UserCodeBody: RequestBody {
    /// The token of the page's session.
    package let formToken: String
    package let userCode: String

    package init(_ body: JSONObject) {
        formToken = body.text("csrf") ?? ""
        userCode = body.text("user_code") ?? ""
    }

    package static let shape = Shape.object(members)

    fileprivate static let members: [Member] = [
        AccountFormBody.formToken,
        .required(
            "user_code", as: .string(StringRule(length: 0...200)), description: "The code that the device shows."),
    ]
}

/// The form with the user's decision about a device.
package struct DeviceDecisionBody: RequestBody {
    package let formToken: String
    package let userCode: String
    package let isAllowed: Bool

    package init(_ body: JSONObject) {
        let code = UserCodeBody(body)
        (formToken, userCode) = (code.formToken, code.userCode)
        isAllowed = body.text("decision") == "allow"
    }

    package static let shape = Shape.object(
        UserCodeBody.members + [
            .required("decision", as: .oneOf(["allow", "deny"]), description: "The user's decision.")
        ])
}
